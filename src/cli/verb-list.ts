// Every verb of the desk, loaded when it is asked for: whoever types `dk wake` does not wait for the other twenty.
import type { Command } from 'commander';
import type { Terminal } from './terminal.ts';

export type AddVerb = (program: Command, terminal: Terminal) => void;

/** In the order in which help lists them; of those with several names, the file that has them. */
const verbs: readonly { readonly names: readonly string[]; load(): Promise<AddVerb> }[] = [
  { names: ['init'], load: async () => (await import('./init.ts')).addInit },
  { names: ['install'], load: async () => (await import('./install.ts')).addInstall },
  { names: ['uninstall'], load: async () => (await import('./install.ts')).addUninstall },
  { names: ['board'], load: async () => (await import('./board.ts')).addBoard },
  { names: ['step', 'steps'], load: async () => (await import('./steps.ts')).addSteps },
  { names: ['sleep', 'dream', 'sweep'], load: async () => (await import('./sleep.ts')).addSleep },
  { names: ['wake'], load: async () => (await import('./wake.ts')).addWake },
  { names: ['status'], load: async () => (await import('./status.ts')).addStatus },
  { names: ['report'], load: async () => (await import('./report.ts')).addReport },
  { names: ['journal'], load: async () => (await import('./journal.ts')).addJournal },
  { names: ['metrics'], load: async () => (await import('./metrics.ts')).addMetrics },
  { names: ['models'], load: async () => (await import('./models.ts')).addModels },
  { names: ['nights', 'sessions'], load: async () => (await import('./nights.ts')).addNights },
  { names: ['remember'], load: async () => (await import('./remember.ts')).addRemember },
  { names: ['recall'], load: async () => (await import('./recall.ts')).addRecall },
  { names: ['index'], load: async () => (await import('./indexes.ts')).addIndex },
  { names: ['memory'], load: async () => (await import('./memory.ts')).addMemory },
  { names: ['adopt'], load: async () => (await import('./adopt.ts')).addAdopt },
  { names: ['nap'], load: async () => (await import('./nap.ts')).addNap },
  { names: ['pending'], load: async () => (await import('./pending.ts')).addPending },
  { names: ['undo'], load: async () => (await import('./undo.ts')).addUndo },
  { names: ['why'], load: async () => (await import('./why.ts')).addWhy },
  { names: ['activity', 'message'], load: async () => (await import('./message.ts')).addMessage },
  { names: ['off', 'on'], load: async () => (await import('./off.ts')).addOff },
  { names: ['doctor'], load: async () => (await import('./doctor.ts')).addDoctor },
  { names: ['tick'], load: async () => (await import('./tick.ts')).addTick },
  { names: ['run'], load: async () => (await import('./run.ts')).addRun },
  { names: ['keep'], load: async () => (await import('./keep.ts')).addKeep },
  { names: ['mcp'], load: async () => (await import('./mcp.ts')).addMcp },
  { names: ['lifecycle'], load: async () => (await import('./lifecycle.ts')).addLifecycle },
  { names: ['demo'], load: async () => (await import('./demo/demo.ts')).addDemo },
];

/** The one that is named first on the line; all of them for help, an option or a word nobody knows. */
export function verbNamed(word: string | undefined): Promise<readonly AddVerb[]> {
  const meant = verbs.filter(({ names }) => word !== undefined && names.includes(word));
  return Promise.all((meant.length === 0 ? verbs : meant).map(({ load }) => load()));
}
