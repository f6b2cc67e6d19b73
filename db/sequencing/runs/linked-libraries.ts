import { type Sample, sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';

// A duplicate is a well of its own: its reads show whether the work repeats, and add nothing to its source.
const isLinked = (row: Sample | undefined, to: Sample): row is Sample =>
  row !== undefined &&
  !row.deleted &&
  row.stage === 'SEQUENCING' &&
  row.specimenId === to.specimenId &&
  row.sampleKind !== 'DUPLICATE';

/**
 * List the tubes of one library, the first one first: each time it is loaded again, the rest waits in a tube of
 * its own, and the runs of all of them make up the yield of the library.
 */
export async function linkedLibraries(tx: Transaction, sampleId: string): Promise<Sample[]> {
  let first = await tx.get(sample, sampleId);
  if (!first) return [];
  const visitedIds = new Set([first.id]);
  while (first.parentSampleId !== null && first.sampleKind !== 'DUPLICATE') {
    const parent: Sample | undefined = await tx.get(sample, first.parentSampleId);
    if (!isLinked(parent, first) || visitedIds.has(parent.id)) break;
    visitedIds.add(parent.id);
    first = parent;
  }
  const linked = [first];
  const linkedIds = new Set([first.id]);
  for (const one of linked) {
    for (const child of await tx.find(sample, { parentSampleId: one.id, deleted: false })) {
      if (!isLinked(child, one) || linkedIds.has(child.id)) continue;
      linkedIds.add(child.id);
      linked.push(child);
    }
  }
  return linked;
}
