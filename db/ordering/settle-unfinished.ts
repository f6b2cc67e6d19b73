import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import { discrepancy } from '#db/specimens/discrepancy.ts';
import { closeDiscrepancy } from '#db/specimens/open-discrepancy.ts';
import { stopFailedSpecimen, withdrawSpecimen } from '#db/specimens/withdraw-specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { deriveOrderStatus } from './derive-order-status.ts';
import { readUnfinished } from './finished-specimens.ts';
import { activeSpecimens } from './specimens-of-order.ts';

/** The unfinished specimens that the person was shown; null when none were shown. */
export type SeenUnfinished = readonly string[] | null;

/**
 * End unfinished specimens of an order that is forced to an end: failed ones are stopped, others are
 * canceled, and the amounts to bill are recomputed. So its invoice can be issued and the order closed.
 */
export async function settleUnfinished(
  tx: Transaction,
  context: OperationContext,
  orderId: string,
  { confirmedIds, reason }: { confirmedIds: SeenUnfinished; reason: string },
): Promise<void> {
  const rows = (await readUnfinished(tx, orderId)).map(({ row }) => row);
  if (
    confirmedIds &&
    (confirmedIds.length !== rows.length || rows.some(({ id }) => !confirmedIds.includes(id)))
  )
    throw refuse(
      'UNFINISHED_CHANGED',
      'What is unfinished has changed since you opened this. Look at the specimens and try again.',
    );
  const canceled = rows.filter(({ status }) => status !== 'FAILED_QC');
  if (canceled.length === (await activeSpecimens(tx, orderId)).length)
    throw refuse('NOTHING_FINISHED', 'No specimen of this order is finished. Cancel the order instead.');
  if (rows.length > 0) {
    const discrepancies = await tx.find(discrepancy, { specimenId: rows.map(({ id }) => id) });
    for (const one of discrepancies.filter(({ resolution }) => resolution === 'OPEN'))
      await closeDiscrepancy(tx, context, one, 'CANCELED', reason);
  }
  for (const { repeated: _, ...row } of rows)
    await (row.status === 'FAILED_QC' ? stopFailedSpecimen : withdrawSpecimen)(tx, context, row, reason);
  await deriveOrderStatus(tx, context, orderId);
}
