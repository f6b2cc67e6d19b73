import type { Batch } from '#db/batches/batch.ts';
import { batch } from '#db/batches/batch.ts';
import { compareBatches } from '#db/batches/batch-numbering.ts';
import { BATCH_TYPE_FACTS } from '#db/batches/batch-type.ts';
import { person } from '#db/identity/person.ts';
import { assignedSection } from '#db/protocols/assigned-section.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';

/** A batch as the list shows it. */
export interface BatchListRow {
  batch: Batch;
  procedureName: string;
  assignee: string | null;
  samples: number;
  sectionsDone: number;
  sections: number;
}

/** List every batch of this device in the order of the lab: batchOrder when both have one, else julianId. */
export async function readBatchList(tx: Transaction): Promise<BatchListRow[]> {
  const batches = (await tx.find(batch, {})).sort(compareBatches);
  const procedures = new Map((await tx.find(procedure, {})).map((row) => [row.id, row.name]));
  const people = new Map((await tx.find(person, {})).map((row) => [row.userId, row.name]));
  const done = new Map<string, { done: number; all: number }>();
  for (const row of await tx.find(assignedSection, {})) {
    const count = done.get(row.batchId) ?? { done: 0, all: 0 };
    done.set(row.batchId, {
      all: count.all + 1,
      done: count.done + (row.completionEventId === null ? 0 : 1),
    });
  }
  const sampleCounts = new Map<string, number>();
  const ids = batches.map((row) => row.id);
  for (const row of ids.length === 0 ? [] : await tx.find(sample, { batchId: ids }))
    if (row.batchId !== null) sampleCounts.set(row.batchId, (sampleCounts.get(row.batchId) ?? 0) + 1);
  return batches.map((row) => ({
    batch: row,
    procedureName: procedures.get(row.procedureId) ?? 'Unknown procedure',
    assignee: row.assignedUserId === null ? null : (people.get(row.assignedUserId) ?? null),
    samples: sampleCounts.get(row.id) ?? 0,
    sectionsDone: done.get(row.id)?.done ?? 0,
    sections: done.get(row.id)?.all ?? 0,
  }));
}

/** Check whether a batch matches the search text. */
export function matchesBatch(row: BatchListRow, query: string): boolean {
  const text = [
    row.batch.julianId,
    row.batch.name,
    row.procedureName,
    row.assignee ?? '',
    BATCH_TYPE_FACTS[row.batch.type].label,
  ];
  const searchTerms = query.toLowerCase().split(/\s+/).filter(Boolean);
  return searchTerms.every((term) => text.join(' ').toLowerCase().includes(term));
}
