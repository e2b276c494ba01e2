// Other programs tell what an agent did; they are never failed or slowed for it.

// Each by its own file, loaded when it is asked for: a hook has no time for the rest.
export async function runStep(args: readonly string[]): Promise<void> {
  const step = await import('./step.ts');
  return step.runStep(args);
}

export async function runHook(args: readonly string[]): Promise<void> {
  const hook = await import('./hook.ts');
  return hook.runHook(args);
}

/** What looks after a harness, for the desk. */
export function openHarness(): Promise<typeof import('./harness-findings.ts')> {
  return import('./harness-findings.ts');
}

/** What puts our hooks into a harness's settings and takes them out again, for the desk. */
export async function openInstaller(): Promise<
  typeof import('./install.ts') &
    typeof import('./uninstall.ts') &
    typeof import('./home-data.ts') &
    typeof import('./installed.ts')
> {
  const [install, uninstall, data, installed] = await Promise.all([
    import('./install.ts'),
    import('./uninstall.ts'),
    import('./home-data.ts'),
    import('./installed.ts'),
  ]);
  return { ...install, ...uninstall, ...data, ...installed };
}

export type { HomeData } from './home-data.ts';
export type { InstallPlan } from './install.ts';
export type { Scope } from './installed.ts';
export type { Removal, UninstallPlan } from './uninstall.ts';
