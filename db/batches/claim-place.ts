import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext, RuleResult } from '#db/operation.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { claimLayout } from './claim-layout.ts';
import type { BatchPlate } from './find-batch.ts';
import { keepIfDisposed, type Placing } from './place-one.ts';
import { placementProblem } from './placement-problem.ts';

/**
 * Record a placement by a person who did not know that the batch had started: it is merged in the same well
 * and a conflict elsewhere. A sample that could not be placed anyway is refused as before the start.
 */
export async function claimPlace(
  tx: Transaction,
  context: OperationContext,
  placing: Placing,
  plate: BatchPlate,
  row: Sample,
  well: string,
): Promise<RuleResult> {
  const { batch } = placing;
  if (row.batchId === null) {
    const disposed = await keepIfDisposed(tx, context, batch, row, well);
    if (disposed) return disposed;
    const problem = await placementProblem(tx, context, { ...placing, sample: row });
    if (problem && !problem.override) throw refuse(problem.code, problem.message);
  }
  const claim = { kind: 'sample' as const, id: row.id, well, dnaBarcode: null, name: row.barcode };
  return claimLayout(tx, context, batch, plate, [claim]);
}
