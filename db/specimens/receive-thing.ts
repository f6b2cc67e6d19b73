import type { OperationContext } from '#db/operation.ts';
import { order } from '#db/ordering/order.ts';
import type { Transaction } from '#db/transaction.ts';
import { receiveAgain } from './receive-again.ts';
import { receiveFirst } from './receive-first.ts';
import { receiveUnexpected } from './receive-unexpected.ts';
import type { Receipt, ReceivingSession } from './receiving-session.ts';
import { specimen } from './specimen.ts';

/** Receive one tube or well: for its specimen, again for a received specimen, or as unexpected. */
export async function receiveThing(
  tx: Transaction,
  context: OperationContext,
  session: ReceivingSession,
  receipt: Receipt,
): Promise<void> {
  const row = receipt.specimenId === null ? undefined : await tx.get(specimen, receipt.specimenId);
  const of = row && (await tx.get(order, row.orderId));
  // A specimen that has not been submitted is not expected (domain 5.3, 1).
  if (!row || row.deleted || !of || row.status === 'DRAFT') {
    await receiveUnexpected(tx, context, session, receipt, { types: ['UNEXPECTED'] });
    return;
  }
  session.handled.add(row.id);
  if (row.receivedAt !== null) return receiveAgain(tx, context, session, receipt, row);
  session.orderIds.add(of.id);
  return receiveFirst(tx, context, session, receipt, row, of);
}
