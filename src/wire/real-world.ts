// The real world, put together from its hands: what everybody below is handed.
import { basename, dirname } from 'node:path';
import { printStep, stepRecord } from '../steps/steps.ts';
import { decodeUtf8, isZone } from '../text/text.ts';
import type { Harnesses, Standpoint, World } from '../world/world.ts';
import { harnesses } from './harnesses.ts';
import { toStandardError } from './standpoint.ts';

/** The real world: this machine's files, its git, its clock. */
export async function realWorld(
  env: Standpoint['env'] = process.env,
  complain: (message: string) => void = toStandardError,
  known: Harnesses = harnesses,
): Promise<World> {
  const [
    home,
    disk,
    repo,
    store,
    telemetry,
    day,
    log,
    sessions,
    secrets,
    { boardPath },
    { createHash, randomBytes },
    { hostname },
  ] = await Promise.all([
    import('../home/home.ts'),
    import('../disk/disk.ts'),
    import('../repo/repo.ts'),
    import('../store/store.ts'),
    import('../telemetry/telemetry.ts'),
    import('./day-record.ts'),
    import('./self-log.ts'),
    import('../sessions/sessions.ts'),
    import('../secrets/secrets.ts'),
    import('../board/board.ts'),
    import('node:crypto'),
    import('node:os'),
  ]);
  const random = (bytes: number): string => randomBytes(bytes).toString('hex');
  const program = { path: 'git', searchPath: env.PATH ?? '' };
  const databases = store.privateDatabases(env, complain);
  let embed: World['embed'] | undefined;
  return {
    now: () => new Date(),
    zone: zoneHere(env.TZ),
    random,
    probe: () => undefined,
    pid: process.pid,
    self: `process ${process.pid} on ${hostname()}`,
    pause: (milliseconds, signal) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        signal?.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      }),
    files: {
      read: disk.readWhole,
      write: disk.writeWhole,
      remove: disk.removeWhole,
      sweep: disk.sweepFiles,
      list: disk.filesIn,
      makeFolder: disk.makeFolder,
      hash: disk.hashOf,
      theirs: disk.readTheirs,
      walk: disk.walkFiles,
    },
    git: {
      require: (folder) => repo.requireGit(program, folder),
      create: (folder) => repo.createRepository(program, folder),
      open: (place, scratch) => repo.openRepository(program, place, scratch),
      commit: repo.commitFiles,
      snapshot: repo.snapshotFiles,
      prune: repo.pruneRefs,
      reclaim: repo.reclaim,
      settle: repo.settle,
      claiming: repo.commitsClaiming,
      mark: repo.markOf,
      merge: repo.mergeTexts,
      blame: repo.blameLine,
      show: repo.showCommit,
      patch: repo.patchOf,
      touching: repo.commitsTouching,
      commits: repo.commitsOfOthers,
      since: repo.commitsSince,
      onBranches: repo.commitsOnBranches,
      contains: repo.contains,
      notIn: repo.notIn,
      additionOf: repo.additionOf,
      commitAt: repo.commitAt,
      nights: repo.nightsInHistory,
      earlier: repo.earlierVersions,
      blobsThen: repo.blobsThen,
      contents: repo.contentsOf,
      tree: repo.treeOf,
      difference: repo.differenceOf,
      changed: (repository) => repo.changedFiles(repository, home.ignoredEverywhere(env)),
      lineCounts: repo.lineCounts,
      headMoves: repo.headMoves,
      ownNames: repo.ownNames,
      goneBranches: repo.goneBranches,
      stashes: repo.stashesSince,
      lastWritten: repo.lastWritten,
      writtenAt: repo.writtenAt,
    },
    places: {
      find: home.findHome,
      look: (folder) => home.lookAt(folder, [boardPath, home.names.settings]),
      off: ({ privateDir }) => home.switchedOff(privateDir, env, new Date()),
      switches: ({ privateDir }) => home.switchFiles(privateDir, env),
      wasOff: ({ privateDir }) => home.offPeriods(privateDir, new Date()),
      outside: (found) => [
        ...home.dropFolders(found, env).filter((folder) => folder !== found.privateDir),
        store.folderElsewhere({ privateDir: found.privateDir, env }),
      ],
      ignoredEverywhere: (commonDir) => {
        const path = home.ignoredEverywhere(env, commonDir);
        const file = path === undefined ? undefined : disk.readTheirs(dirname(path), basename(path));
        return file?.kind === 'file' ? decodeUtf8(file.content) : '';
      },
    },
    locks: { take: databases.take },
    corpora: store.corporaIn(databases),
    stores: { exists: databases.exists, open: databases.open, folder: databases.folder },
    lines: {
      append: (path, line, isSynced) => {
        telemetry.rotate(path, new Date(), () => random(4));
        telemetry.appendLine(path, line, isSynced);
      },
      step: (found, report, context) => {
        const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
        const record = stepRecord(report, context, { sha256, redact: (text) => secrets.redactSecrets(text) });
        telemetry.appendLine(`${found.home}/${home.names.steps}`, printStep(record));
      },
      log: (found, path, lines) => log.appendToLog({ homes: home, telemetry }, found, path, lines),
      logged: (found, path, most) => day.ownLog({ homes: home, repo, telemetry, program }, found, path, most),
      newest: (path, most) => telemetry.readNewest(path, most),
      day: (found) => day.dayRecord({ homes: home, repo, telemetry, program }, found),
    },
    disk: {
      at: disk.seenAt,
      signOf: disk.signOf,
      names: disk.namesAt,
      openedBy: disk.openedBy,
      setMode: disk.setMode,
      putAside: disk.putAside,
    },
    models: {
      ask: async (source, request) => {
        const [{ askModel }, { runProgram }] = await Promise.all([
          import('../models/models.ts'),
          import('../programs/programs.ts'),
        ]);
        return askModel(source, request, { env, random: () => random(16), run: runProgram });
      },
      converse: async (source, talk) =>
        (await import('../models/models.ts')).converse(source, talk, { env, random: () => random(16) }),
    },
    programs: {
      run: async (call) => (await import('../programs/programs.ts')).runProgram({ ...call, mark: random(16) }),
    },
    neighbours: async () => (await import('../embed/embed.ts')).neighbourTable(),
    embed: async (source, request) => {
      embed ??= (await import('./embedding.ts')).embedIn(env);
      return embed(source, request);
    },
    harnesses: await sessions.openKept(known, env),
    isAlive: sessions.isAlive,
    drops: (found) => telemetry.dropsIn(home.dropFolders(found, env)),
  };
}

/** The zone of this place, as its environment says, or else the machine. `Intl` says it too, and takes ten milliseconds to be loaded. */
function zoneHere(named: string | undefined): string {
  if (named && isZone(named)) return named;
  const { Temporal: temporal } = globalThis as { readonly Temporal?: { readonly Now: { timeZoneId(): string } } };
  const own = temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return own && isZone(own) ? own : 'UTC';
}
