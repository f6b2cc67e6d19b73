import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { issuedInvoiceNumber } from './invoice-number.ts';
import { invoiceSequence } from './invoice-sequence.ts';

/**
 * Take the next invoice number of the actor's business entity in the year of the lab day. Numbers have no
 * gaps.
 */
export async function nextInvoiceNumber(tx: Transaction, context: OperationContext): Promise<string> {
  const year = Number(context.labDay.slice(0, 4));
  const [sequence] = await tx.find(invoiceSequence, { year });
  const last = (sequence?.last ?? 0) + 1;
  if (sequence) await tx.patch(invoiceSequence, sequence.id, { last });
  else await tx.insert(invoiceSequence, { id: context.newId(), year, last });
  return issuedInvoiceNumber(context.actor.entity, year, last);
}
