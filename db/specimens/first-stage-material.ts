import { isEnough } from '#db/samples/requeue-one.ts';
import { type Sample, type SampleStatus, sample } from '#db/samples/sample.ts';
import { usableProblem } from '#db/samples/usable-problem.ts';
import type { Transaction } from '#db/transaction.ts';

/** Statuses of tubes that cannot begin: destroyed or canceled. */
const SPOILT: readonly SampleStatus[] = ['FAILED_VISUAL_INSPECTION', 'CANCELED', 'FAILED_BATCH_DUPLICATE'];

const newestFirst = (one: Sample, other: Sample): number =>
  `${one.createdAt} ${one.id}` < `${other.createdAt} ${other.id}` ? 1 : -1;

/** List the samples of the latest received tube, newest first: replaced material no longer counts. */
export function ofNewestTube(all: readonly Sample[]): Sample[] {
  const byId = new Map(all.map((row) => [row.id, row]));
  const tubeOf = (row: Sample): Sample => {
    let tube = row;
    const visitedIds = new Set<string>();
    while (tube.parentSampleId !== null && !visitedIds.has(tube.id)) {
      visitedIds.add(tube.id);
      const parent = byId.get(tube.parentSampleId);
      if (!parent) break;
      tube = parent;
    }
    return tube;
  };
  const [newest] = all.filter((row) => tubeOf(row) === row).sort(newestFirst);
  return newest
    ? all.filter((row) => tubeOf(row) === newest && row.stage === newest.stage).sort(newestFirst)
    : [];
}

/**
 * Find the tube from which a specimen restarts at its first stage: among the primary sample and its re-queued
 * siblings, the one with most left; null when none has enough or none can be used.
 */
export async function firstStageMaterial(tx: Transaction, specimenId: string): Promise<Sample | null> {
  const rows = ofNewestTube(await tx.find(sample, { specimenId }))
    .filter(({ status }) => !SPOILT.includes(status))
    .sort(
      (one, other) =>
        Number(other.remainingVolume ?? 0) - Number(one.remainingVolume ?? 0) || (one.id < other.id ? -1 : 1),
    );
  for (const row of rows)
    if ((await isEnough(tx, row)) && (await usableProblem(tx, row)) === null) return row;
  return null;
}
