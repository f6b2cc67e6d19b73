import { Decimal } from 'decimal.js';
import { event } from '#db/records/events/event.ts';
import type { Sample } from '#db/samples/sample.ts';
import { usableProblem } from '#db/samples/usable-problem.ts';
import { OPEN_WORK } from '#db/specimens/results/finished-work.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { batchResult } from './batch-result.ts';
import { readLibraryYield } from './cumulative-yield.ts';
import { linkedLibraries } from './linked-libraries.ts';
import { readSampleTarget } from './sample-target.ts';
import { proposeTopUp, type TopUpProposal } from './top-up-proposal.ts';

/** Whether a library may be loaded again, from which tube, and what is proposed. */
export type TopUp =
  | { proposal: TopUpProposal; library: Sample; problem: null }
  | { proposal: null; library: null; problem: { code: string; message: string } };

const problemOf = (code: string, message: string): TopUp => ({
  proposal: null,
  library: null,
  problem: { code, message },
});

/** Sum what batches drew from the tubes of a library; null when no draw was recorded. */
async function readLoadedVolume(
  tx: Transaction,
  tubes: readonly Sample[],
  batchIds: ReadonlySet<string>,
): Promise<string | null> {
  let sum = new Decimal(0);
  for (const { id } of tubes) {
    for (const { type, data } of await tx.find(event, { targetId: id })) {
      const { batchId, delta } = data;
      if (type !== 'SAMPLE_VOLUME_CHANGED' || typeof batchId !== 'string' || typeof delta !== 'string')
        continue;
      // Only what was loaded into runs that count gave the bases that count.
      if (batchIds.has(batchId)) sum = sum.minus(delta);
    }
  }
  return sum.greaterThan(0) ? sum.toFixed() : null;
}

/** Read whether the library of a sample may be loaded again, and what is proposed. */
export async function readTopUp(tx: Transaction, sampleId: string): Promise<TopUp> {
  const tubes = await linkedLibraries(tx, sampleId);
  const newest = tubes.at(-1);
  if (!newest || newest.specimenId === null)
    return problemOf('NO_LIBRARY', 'This sample has no library of a specimen.');
  const owner = await tx.get(specimen, newest.specimenId);
  if (owner?.resultsReleasedAt !== null || owner.status !== 'IN_PROGRESS')
    return problemOf(
      'NOT_IN_PROGRESS',
      'The specimen is not in progress, so its sequencing is not continued.',
    );
  const open = tubes.find(({ status }) => OPEN_WORK.includes(status));
  if (open && open.status !== 'IN_PROGRESS')
    return problemOf('ALREADY_QUEUED', `Sample ${open.barcode} is in the sequencing queue already.`);
  if (open) return problemOf('BATCH_OPEN', `Complete the batch of sample ${open.barcode} first.`);
  const { countedResults, figures } = await readLibraryYield(tx, sampleId);
  const target = await readSampleTarget(tx, newest.specimenId);
  if (target.bases === null) return problemOf('NO_TARGET', 'The service has no target for its yield.');
  if (figures.bases >= target.bases) return problemOf('TARGET_REACHED', 'The target is reached.');
  const library = tubes.findLast(
    ({ status, remainingVolume }) => TOPPED_UP.includes(status) && Number(remainingVolume ?? '0') > 0,
  );
  const runs = await Promise.all(countedResults.map((row) => tx.get(batchResult, row.batchResultId)));
  const batchIds = new Set(runs.flatMap((run) => run?.batchId ?? []));
  const proposal =
    library &&
    proposeTopUp(
      {
        targetBases: target.bases,
        cumulativeBases: figures.bases,
        loadedVolume: await readLoadedVolume(tx, tubes, batchIds),
      },
      library,
    );
  if (!library || !proposal)
    return problemOf(
      'NO_LIBRARY_LEFT',
      'Nothing of the library is left. Prepare another one, or decide by hand.',
    );
  const problem = await usableProblem(tx, library);
  return problem ? problemOf(problem.code, problem.message) : { proposal, library, problem: null };
}

/** Statuses of a library whose work is done and whose rest may be loaded again. */
const TOPPED_UP: readonly Sample['status'][] = ['COMPLETED', 'IN_STORAGE'];
