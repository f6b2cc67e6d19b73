import type { Batch } from '#db/batches/batch.ts';
import { placementProblem } from '#db/batches/placement-problem.ts';
import type { OperationContext } from '#db/operation.ts';
import { PROCEDURE_ID_FIELD } from '#db/protocols/flow.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';

/** A tube that waits for this kind of batch, and the reason if it may not join. */
export interface Candidate {
  row: Sample;
  problem: string | null;
  /** A warning, although this user's role may place the tube. */
  note: string | null;
}

const WAITING: readonly Sample['status'][] = ['IN_QUEUE', 'RECEIVED_AWAITING_OPTIMAL_BATCH'];

/**
 * List the queue of the batch's procedure and the tubes selected for the batch in any state, oldest first.
 */
export async function plateCandidates(
  tx: Transaction,
  context: OperationContext,
  target: { batch: Batch; procedure: Procedure },
  selectedIds: readonly string[],
): Promise<Candidate[]> {
  const queued = (await tx.find(sample, { status: WAITING })).filter(
    (row) =>
      row.stage === target.batch.type && row[PROCEDURE_ID_FIELD[target.batch.type]] === target.procedure.id,
  );
  const otherIds = selectedIds.filter((id) => !queued.some((row) => row.id === id));
  const extra = otherIds.length === 0 ? [] : await tx.find(sample, { id: otherIds });
  const rows = [...queued, ...extra].filter((row) => row.batchId !== target.batch.id);
  rows.sort((a, b) =>
    a.createdAt === b.createdAt ? (a.id < b.id ? -1 : 1) : a.createdAt < b.createdAt ? -1 : 1,
  );
  const candidates: Candidate[] = [];
  for (const row of rows) {
    const problem = await placementProblem(tx, context, { ...target, sample: row });
    const text = problem?.message ?? null;
    candidates.push({ row, problem: problem?.override ? null : text, note: problem?.override ? text : null });
  }
  return candidates;
}
