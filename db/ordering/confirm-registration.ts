import { z } from 'zod';
import { TOTAL_CHANGED } from '#db/billing/total-changed.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, type OperationContext, warned } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { changeSpecimenStatus } from '#db/specimens/change-specimen-status.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { moneyText } from '#db/values/money.ts';
import { acceptOrder } from './accept-order.ts';
import { waitingStatus } from './approval-rules.ts';
import { askApprovals } from './ask-approvals.ts';
import { changeOrderStatus } from './change-order-status.ts';
import { openOrderForAction } from './open-order-for-action.ts';
import { type Order, order } from './order.ts';
import { type Registration, readRegistration } from './read-registration.ts';
import { repriceOrder } from './reprice-order.ts';

/** Refuse a registration that cannot be confirmed as it is. */
function assertComplete({ registeredCount, problems }: Registration): void {
  if (registeredCount === 0) throw refuse('NO_SPECIMENS', 'Enter at least one specimen.');
  if (problems.length > 0)
    throw new AppError(
      'VALIDATION',
      MESSAGES.fixForm,
      problems.map(({ field, message }) => ({ path: field, message })),
    );
}

/**
 * Refuse a total that the person was not shown; a request without a total agreed to a price per specimen, and
 * to no higher one.
 */
function assertSeen(registration: Registration, agreedUnit: number, seenTotal: number | null): void {
  const { total, totalBefore, registeredCount, projectedCount, submission } = registration;
  const agreed = submission.quote.unit <= agreedUnit || total <= totalBefore;
  if (seenTotal === null ? agreed : total === seenTotal) return;
  const amounts = `It is ${moneyText(total)} for ${registeredCount} specimens; agreed were ${moneyText(totalBefore)} for ${projectedCount}.`;
  throw new AppError('TOTAL_CHANGED', `${TOTAL_CHANGED} ${amounts}`, [
    { path: 'seenTotal', message: amounts },
  ]);
}

/** Freeze the confirmed count and prices. */
async function freezeRegistration(
  tx: Transaction,
  context: OperationContext,
  row: Order,
  { submission: { quote, specimens }, projectedCount, registeredCount }: Registration,
): Promise<Order> {
  const { pricePerSpecimen, discountPerSpecimen } = quote;
  for (const one of specimens) await tx.patch(specimen, one.id, { salesPrice: quote.unit });
  const priced = await tx.patch(order, row.id, {
    projectedSpecimenCount: registeredCount,
    pricePerSpecimen,
    discountPerSpecimen,
  });
  const { totals, amountOwed } = await repriceOrder(tx, context, priced);
  if (amountOwed !== row.total || registeredCount !== projectedCount)
    await recordEvent(tx, context, {
      type: 'PRICE_ADJUSTED',
      targetType: 'Order',
      targetId: row.id,
      data: { act: 'REGISTRATION', projectedCount, registeredCount, from: row.total, to: amountOwed },
      customerVisible: true,
    });
  return { ...priced, subtotal: totals.subtotal, total: amountOwed };
}

/**
 * Confirm the specimens of an anticipated order (domain 4.1, 8.1): it is ordered for the registered number,
 * or waits for approvals of its new total.
 */
export const confirmRegistration = defineOperation({
  name: 'confirm-registration',
  version: 2,
  kind: 'intent',
  title: 'Confirm specimens',
  grant: 'create-order:read',
  args: z.strictObject({
    orderId: Id,
    /** The total that the person was shown for these specimens. */
    seenTotal: z.int().min(0).nullable().default(null),
  }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, seenTotal }, context) {
    const { row, owner } = await openOrderForAction(tx, context, orderId, ['confirm-registration']);
    const registration = await readRegistration(tx, context, row, owner);
    assertComplete(registration);
    assertSeen(registration, row.pricePerSpecimen - row.discountPerSpecimen, seenTotal);
    const { approvals, submission } = registration;
    const priced = await freezeRegistration(tx, context, row, registration);
    const pendingStatus = waitingStatus(approvals.map(({ kind }) => kind));
    if (pendingStatus === null) {
      await acceptOrder(tx, context, priced);
      return applied;
    }
    await askApprovals(tx, context, row.id, approvals);
    await changeOrderStatus(tx, context, priced, pendingStatus);
    for (const one of submission.specimens)
      if (one.status === 'DRAFT') await changeSpecimenStatus(tx, context, one, 'PENDING_APPROVAL');
    return warned('WAITS_FOR_APPROVAL', 'The new total needs an approval before the order goes to the lab.');
  },
});
