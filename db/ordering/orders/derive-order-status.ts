import { readyToBill } from '#db/billing/invoices/change-invoice-status.ts';
import { creditUnchargedSpecimens } from '#db/billing/invoices/credit-uncharged-specimens.ts';
import { openInvoices } from '#db/billing/invoices/invoice.ts';
import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import type { Transaction } from '#db/transaction.ts';
import { pathBetween } from '#db/values/lifecycle.ts';
import { acceptedRepeats } from './accepted-repeats.ts';
import { billCanceledOrder } from './bill-canceled-order.ts';
import { FINISHED_STATUSES, isFinished, type OrderLine } from './finished-specimens.ts';
import { ORDER_LIFECYCLE, type Order, order } from './order.ts';
import type { OrderStatus } from './order-status.ts';
import { recountOrder } from './reprice-order.ts';

/** Statuses that a derivation may change; all others change only manually. */
const DERIVABLE: readonly OrderStatus[] = [
  'ORDERED',
  'SHIPPED',
  'RECEIVED',
  'QUARANTINED',
  'PROCESSING',
  'PENDING_COMPLETION',
];
const IN_WORK: readonly SpecimenStatus[] = [
  'BATCH_ASSIGNED',
  'IN_PROGRESS',
  'FAILED_QC',
  'RESET',
  ...FINISHED_STATUSES,
];
/** The specimen statuses that may turn out uncharged. */
const STOPPED: readonly SpecimenStatus[] = ['CANCELED', 'FAILED_QC_CANCELED'];
const UNDER_WAY: readonly SpecimenStatus[] = ['SHIPPED', 'DELIVERED'];

type Line = Pick<Specimen, 'status' | 'receivedAt' | 'deleted'> & OrderLine;

/**
 * Return the status of an order from its specimens (domain 4.1, rules 1 to 6); `received` once any material
 * has arrived.
 */
export function orderStatusOf(specimens: readonly Line[], received: boolean): OrderStatus {
  const live = specimens.filter((line) => !line.deleted && line.status !== 'CANCELED');
  if (live.length === 0) return specimens.length > 0 ? 'CANCELED' : 'ORDERED';
  if (live.every(isFinished)) return 'PENDING_COMPLETION';
  if (live.some((line) => IN_WORK.includes(line.status))) return 'PROCESSING';
  const arrived = live.filter((line) => line.receivedAt !== null);
  if (arrived.length > 0) {
    return arrived.every((line) => line.status === 'RECEIVED_QUARANTINED') ? 'QUARANTINED' : 'RECEIVED';
  }
  // A replacement on its way does not move the order back.
  if (received) return 'RECEIVED';
  return live.some((line) => UNDER_WAY.includes(line.status)) ? 'SHIPPED' : 'ORDERED';
}

/** Remove uncharged specimens from drafts of invoices, or refund them when they were paid before. */
async function takeOffStopped(tx: Transaction, context: OperationContext, row: Order): Promise<void> {
  await recountOrder(tx, context, row);
  await creditUnchargedSpecimens(tx, context, row);
}

/** Update an order's status from its specimens, one listed transition at a time, each with its event. */
export async function deriveOrderStatus(
  tx: Transaction,
  context: OperationContext,
  orderId: string,
): Promise<Order | undefined> {
  const row = await tx.get(order, orderId);
  const isOnHold = row?.status === 'ON_HOLD';
  if (!row || !(isOnHold || DERIVABLE.includes(row.status))) return row;
  const specimens = await tx.find(specimen, { orderId, deleted: [true, false] });
  if (specimens.length === 0) return row;
  if (specimens.some(({ status, deleted }) => deleted || status === 'CANCELED'))
    await deriveSourceOrder(tx, context, row);
  // Devices have no invoices; those follow when the server runs the rule.
  const billed = context.replica === 'server';
  const stopped = billed && specimens.some(({ status }) => STOPPED.includes(status));
  if (isOnHold) {
    // The order keeps its status; its total follows its specimens.
    if (stopped) await takeOffStopped(tx, context, row);
    return row;
  }
  const repeats = specimens.some(({ status }) => status === 'RESET')
    ? await acceptedRepeats(tx, orderId)
    : new Map<string, string>();
  const lines = specimens.map((one) => ({ ...one, repeated: repeats.has(one.id) }));
  const to = orderStatusOf(lines, row.receivedAt !== null);
  let from = row.status;
  for (const next of pathBetween(ORDER_LIFECYCLE, from, to, DERIVABLE) ?? []) {
    await recordStep(tx, context, orderId, from, next);
    from = next;
  }
  if (stopped && from !== 'CANCELED') await takeOffStopped(tx, context, row);
  if (from === row.status) return row;
  if (billed && from === 'PENDING_COMPLETION') await readyToBill(tx, context, orderId);
  const after = await tx.patch(order, orderId, {
    status: from,
    ...(from === 'CANCELED' ? { canceledAt: context.occurredAt } : {}),
    ...(from === 'PENDING_COMPLETION' && row.paymentStatus === 'SERVICE_IN_PROGRESS'
      ? { paymentStatus: 'AWAITING_BILLING' as const }
      : {}),
  });
  if (billed && from === 'CANCELED') await endBilling(tx, context, after);
  return after;
}

/**
 * Derive the source order of a rework: its reset specimens are finished while the rework is accepted (domain
 * D33).
 */
export async function deriveSourceOrder(
  tx: Transaction,
  context: OperationContext,
  { orderClassification, sourceOrderId }: Pick<Order, 'orderClassification' | 'sourceOrderId'>,
): Promise<void> {
  if (orderClassification === 'REWORK' && sourceOrderId !== null)
    await deriveOrderStatus(tx, context, sourceOrderId);
}

/**
 * Recompute the billing of an ended order. Bench records are always kept, also while a card payment is
 * pending: billing then reviews it.
 */
async function endBilling(tx: Transaction, context: OperationContext, row: Order): Promise<void> {
  const invoices = await openInvoices(tx, row.id);
  if (invoices.every(({ status }) => status !== 'PROCESSING'))
    await billCanceledOrder(tx, context, row, 'All its specimens were canceled');
}

const recordStep = (
  tx: Transaction,
  context: OperationContext,
  orderId: string,
  from: OrderStatus,
  to: OrderStatus,
) =>
  recordEvent(tx, context, {
    type: 'ORDER_STATUS_CHANGED',
    targetType: 'Order',
    targetId: orderId,
    data: { from, to, derived: true },
    customerVisible: true,
  });
