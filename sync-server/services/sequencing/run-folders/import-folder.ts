import { createHash } from 'node:crypto';
import { AppError } from '#db/errors/app-error.ts';
import { importRun } from '#db/sequencing/runs/import-run.ts';
import { ImportedRun } from '#db/sequencing/runs/imported-run.ts';
import type { RunProposals } from '#db/sequencing/runs/merge-run-files.ts';
import { readRunFolder, type StreamHash } from '#db/sequencing/runs/read-run-folder.ts';
import type { RunFolder, WaitingRun } from '#db/sequencing/runs/run-folder.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { writeAsSystem } from '#sync-server/jobs/write-as.ts';
import { isSameImport, matchBatch } from './match-batch.ts';
import { endReading, type RunFolderRow, reportProgress, takeFolder } from './run-folder-rows.ts';
import { listRunFiles, toFolderFiles } from './scan-folders.ts';

type Services = Pick<AppServices, 'pool' | 'env' | 'now' | 'logger'>;
type Result = Pick<RunFolder, 'status' | 'reason' | 'runs'>;
type Proposal = RunProposals['runs'][number];

/** How often the progress is stored, and a cancellation noticed. */
const REPORT_MS = 1_000;
const MAX_REASONS = 5;

function createStreamHash(): StreamHash {
  const hash = createHash('sha256');
  return { update: (chunk) => hash.update(chunk), digest: () => hash.digest('hex') };
}

const failed = (reason: string): Result => ({ status: 'FAILED', reason, runs: [] });

/** Report progress at most once a second, and stop when a person closed the folder. */
function createReporter({ pool }: Services, id: string) {
  const stop = new AbortController();
  let reportedAt = 0;
  let last: Promise<void> = Promise.resolve();
  return {
    signal: stop.signal,
    report(done: number, total: number): void {
      const now = performance.now();
      if (now - reportedAt < REPORT_MS) return;
      reportedAt = now;
      last = reportProgress(pool, id, done, total)
        .then((isClosed) => {
          if (isClosed) stop.abort();
        })
        .catch(() => undefined);
    },
    settle: (): Promise<void> => last,
  };
}

/** Read a folder and import its runs, each in a transaction of its own. */
async function importFolder(services: Services, folder: RunFolderRow): Promise<Result> {
  const isClosed = await reportProgress(services.pool, folder.id, 0, 0);
  if (isClosed) return failed('The import was canceled.');
  const reporter = createReporter(services, folder.id);
  try {
    const files = toFolderFiles(await listRunFiles(folder.path, false));
    const { proposals, problems } = await readRunFolder(files, {
      createHash: createStreamHash,
      hashesAll: true,
      onProgress: (_, done, total) => reporter.report(done, total),
      signal: reporter.signal,
    });
    const [problem] = problems;
    if (problem)
      return failed(
        problems
          .slice(0, MAX_REASONS)
          .map(({ path, reason }) => `${path}: ${reason}`)
          .join(' '),
      );
    if (proposals.runs.length === 0) return failed('The folder does not name a run.');
    const runs: WaitingRun[] = [];
    for (const proposal of proposals.runs) {
      const reason = await importOne(services, folder.lab, proposal);
      if (reason !== null) runs.push({ ...proposal, reason });
    }
    return { status: runs.length > 0 ? 'TO_ASSIGN' : 'IMPORTED', reason: runs[0]?.reason ?? null, runs };
  } catch (error) {
    if (reporter.signal.aborted) return failed('The import was canceled.');
    if (error instanceof AppError) return failed(error.message);
    throw error;
  } finally {
    await reporter.settle();
  }
}

/** Import one run; returns why a person has to do it, or null. */
async function importOne(
  { pool, env, now }: Services,
  lab: string,
  proposal: Proposal,
): Promise<string | null> {
  const parsed = ImportedRun.safeParse(proposal.run);
  if (!parsed.success)
    throw new AppError('VALIDATION', 'The figures of the run are not those of a sequencer.');
  const run = parsed.data;
  const [home] = env.LAB_SERVES.filter(({ id }) => id === lab);
  if (!home) throw new AppError('VALIDATION', `There is no lab ${lab} any more.`);
  const settings = { now: now(), timeZone: env.LAB_TIMEZONE, wholeLab: true };
  try {
    return await writeAsSystem(pool, home.home, settings, async (tx, context, client) => {
      const { known, batchId } = await matchBatch(tx, client, lab, run);
      if (isSameImport(known, run)) return null;
      if (batchId === null) return `No batch has the number ${run.experimentId ?? 'of its experiment'}.`;
      await importRun.run(tx, { batchId, run, changeReason: null }, context);
      return null;
    });
  } catch (error) {
    // A refusal is for a person to decide: smaller figures, released results, a batch that is not at work.
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/** Read the folders that wait, one after the other; returns how many were read. */
export async function importQueuedFolders(services: Services): Promise<number> {
  let count = 0;
  for (;;) {
    const folder = await takeFolder(services.pool, services.now());
    if (!folder) return count;
    await endReading(services.pool, folder.id, await importFolder(services, folder), services.now());
    count += 1;
  }
}
