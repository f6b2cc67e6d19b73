import { orderTotals, unitPrice } from '#db/billing/invoices/order-totals.ts';
import { owedByOrderer, payerOf } from '#db/billing/invoices/payer-of.ts';
import { TOTAL_CHANGED } from '#db/billing/payments/draft-bill.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, type OperationContext, warned } from '#db/operation.ts';
import {
  approvalsNeeded,
  type NeededApproval,
  waitingStatus,
} from '#db/ordering/approvals/approval-rules.ts';
import { askApprovals } from '#db/ordering/approvals/ask-approvals.ts';
import { orderApproval } from '#db/ordering/approvals/order-approval.ts';
import { readSubmission, type Submission } from '#db/ordering/drafts/submission.ts';
import { discountsOf } from '#db/ordering/drafts/submit-draft.ts';
import { specimenProblems } from '#db/ordering/drafts/submit-problems.ts';
import { type Company, company } from '#db/organizations/company.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { changeSpecimenStatus } from '#db/specimens/specimen-lifecycle.ts';
import type { Transaction } from '#db/transaction.ts';
import { moneyText } from '#db/values/money.ts';
import { acceptOrder } from './accept-order.ts';
import { changeOrderStatus } from './change-order-status.ts';
import { type Order, order } from './order.ts';
import { ConfirmRegistrationArgs } from './order-action-args.ts';
import { openOrderForAction } from './order-actions.ts';
import { repriceOrder } from './reprice-order.ts';
import { activeSpecimens } from './specimens-of-order.ts';

/** A message beside its field. */
interface RegistrationProblem {
  field: string;
  message: string;
}

/** The result of confirming the specimens of an anticipated order as registered now. */
interface Registration {
  submission: Submission;
  /** The agreed number of specimens. */
  projectedCount: number;
  registeredCount: number;
  /** The price of the work as agreed and as registered, for any payer. */
  totalBefore: number;
  total: number;
  /** The part of the new total that the order's organization owes; 0 when a sponsor pays. */
  owed: number;
  problems: RegistrationProblem[];
  approvals: NeededApproval[];
}

/** Check the limits of the service (domain 6.3) also for a count that was not agreed at submission. */
function countProblems(
  { minSpecimens, maxSpecimens }: Submission['service'],
  { projected, registered }: { projected: number; registered: number },
): string[] {
  if (registered === projected) return [];
  if (registered < minSpecimens) return [`Enter at least ${minSpecimens} specimens.`];
  return maxSpecimens !== null && registered > maxSpecimens
    ? [`No more than ${maxSpecimens} specimens.`]
    : [];
}

function problemsOf({ facts, service, quote }: Submission, projected: number): RegistrationProblem[] {
  const counts = { projected, registered: facts.rows.length };
  return [
    ...[...countProblems(service, counts), ...(quote.problem === null ? [] : [quote.problem])].map(
      (message) => ({
        field: 'projectedSpecimenCount',
        message,
      }),
    ),
    ...specimenProblems(facts.rows, { clinical: facts.clinical !== null }),
  ];
}

/** Return the highest total that billing has approved for this order. */
async function approvedCredit(tx: Transaction, orderId: string): Promise<number> {
  const approved = await tx.find(orderApproval, { orderId, status: 'APPROVED' });
  const totals = approved
    .filter(({ kind }) => kind === 'CREDIT_LIMIT')
    .map(({ detail }) => Number(Object(detail)['total'] ?? 0));
  return Math.max(-1, ...totals);
}

/**
 * Apply the approval rules to the new total; an approval of at least the same amount is not requested again.
 */
async function approvalsOf(
  tx: Transaction,
  context: Pick<OperationContext, 'actor'>,
  { row, owner }: { row: Order; owner: Company },
  {
    submission,
    totalBefore,
    total,
    owed: amountOwed,
  }: Pick<Registration, 'submission' | 'totalBefore' | 'total' | 'owed'>,
): Promise<NeededApproval[]> {
  const { companyId } = await payerOf(tx, row, owner);
  const sponsor = companyId === row.companyId ? undefined : await tx.get(company, companyId);
  // A proposal made after the order was accepted is decided separately.
  const adjustments = submission.adjustments.filter(({ status }) => status === 'APPROVED');
  const discounts = discountsOf({ quote: submission.quote, adjustments });
  const { pricePerSpecimen, discountPerSpecimen, projectedSpecimenCount: count } = row;
  const unit = unitPrice(pricePerSpecimen, discountPerSpecimen);
  const agreed = discountsOf({ quote: { count, pricePerSpecimen, discountPerSpecimen, unit }, adjustments });
  const neededApprovals = approvalsNeeded({
    orderType: row.orderType,
    orderClassification: row.orderClassification,
    submittedBy: context.actor.role,
    total: sponsor ? total : amountOwed,
    creditLimit: sponsor ? sponsor.creditLimit : owner.creditLimit,
    // A manager is responsible for what the organization pays.
    orderApprovalRequired: owner.orderApprovalRequired && !sponsor,
    ...discounts,
  });
  const credit = await approvedCredit(tx, row.id);
  return neededApprovals.filter(({ kind }) => {
    if (kind === 'DISCOUNT' || kind === 'DISCOUNT_BILLING')
      return discounts.discount * agreed.listTotal > agreed.discount * discounts.listTotal;
    if (kind === 'CREDIT_LIMIT') return sponsor ? total > totalBefore : amountOwed > credit;
    return kind !== 'COMPANY_MANAGER' || total > totalBefore;
  });
}

/** Compute the result of confirming the registered specimens of an anticipated order; changes nothing. */
export async function readRegistration(
  tx: Transaction,
  context: Pick<OperationContext, 'actor' | 'labDay'>,
  row: Order,
  owner: Company,
): Promise<Registration> {
  const registeredCount = (await activeSpecimens(tx, row.id)).length;
  const countedOrder = { ...row, projectedSpecimenCount: registeredCount };
  const submission = await readSubmission(tx, context, countedOrder, owner);
  const { total } = submission.quote.totals;
  const agreedPrices = Array.from({ length: row.projectedSpecimenCount }, () =>
    unitPrice(row.pricePerSpecimen, row.discountPerSpecimen),
  );
  const totalBefore =
    row.orderType === 'CAMPAIGN' ? orderTotals(agreedPrices, submission.adjustments).total : row.total;
  const amountOwed = await owedByOrderer(tx, row, total);
  return {
    submission,
    projectedCount: row.projectedSpecimenCount,
    registeredCount,
    totalBefore,
    total,
    owed: amountOwed,
    problems: problemsOf(submission, row.projectedSpecimenCount),
    approvals: await approvalsOf(
      tx,
      context,
      { row, owner },
      { submission, totalBefore, total, owed: amountOwed },
    ),
  };
}

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
  args: ConfirmRegistrationArgs,
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
