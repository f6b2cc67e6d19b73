import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationContext } from '#db/operation.ts';
import { DRAFT_OF_OTHERS, isDraftOfOthers } from '#db/ordering/drafts/draft-rights.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import { mayDraft, openOrder } from '#db/ordering/orders/order-access-scope.ts';
import { activeSpecimens } from '#db/ordering/orders/specimens-of-order.ts';
import type { Company } from '#db/organizations/company.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { orderSubject } from '#db/values/order-name.ts';

/** An order whose rows may still be written, with its existing rows. */
export interface OrderForRows {
  row: Order;
  owner: Company;
  current: Specimen[];
}

/** Refuse to write rows of an order whose specimens are chosen from an earlier one. */
function assertTyped({ orderClassification }: Order): void {
  if (orderClassification === 'STANDARD') return;
  const text = 'The order continues an earlier one. Choose specimens from its list.';
  throw refuse('SPECIMENS_CHOSEN', text);
}

/**
 * Open an order to write its rows: while it is a draft or its specimens are awaited, and no work has begun.
 */
export async function openForRows(
  tx: Transaction,
  context: OperationContext,
  orderId: string,
): Promise<OrderForRows> {
  const [{ row, owner }, current] = await Promise.all([
    openOrder(tx, context, orderId),
    activeSpecimens(tx, orderId),
  ]);
  if (!mayDraft(context.actor.role)) throw refuse('FORBIDDEN', MESSAGES.forbidden);
  if (isDraftOfOthers(context.actor, row)) throw refuse('FORBIDDEN', DRAFT_OF_OTHERS);
  if (row.status !== 'DRAFT' && row.status !== 'ANTICIPATED')
    throw refuse(
      'ORDER_SUBMITTED',
      `${orderSubject(row)} has been submitted. Its list of specimens is closed; write a note to change one of them.`,
    );
  assertTyped(row);
  const inWork = current.find(
    ({ status, receivedAt, julianId }) =>
      receivedAt !== null || julianId !== null || (status !== 'DRAFT' && status !== 'PENDING_APPROVAL'),
  );
  if (inWork)
    throw refuse(
      'WORK_HAS_BEGUN',
      `Specimen ${inWork.customerSampleId} is with the lab already. The list of this order is closed; write a note to change one of its specimens.`,
    );
  return { row, owner, current };
}
