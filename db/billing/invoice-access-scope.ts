import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import type { OperationContext } from '#db/operation.ts';
import { findVisibleCompany } from '#db/ordering/order-access-scope.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Invoice, invoice } from './invoice.ts';

/** Return the invoice of an online operation; NOT_FOUND when the actor does not see its company. */
export async function openedInvoice(
  tx: Transaction,
  context: OperationContext,
  invoiceId: string,
): Promise<Invoice> {
  onlineOnly(context);
  const row = await tx.get(invoice, invoiceId);
  if (!row || row.deleted || !(await findVisibleCompany(tx, context, row.companyId)))
    throw refuse('NOT_FOUND', MESSAGES.notFound);
  return row;
}
