import type { Invoice } from '#db/billing/invoices/invoice.ts';
import { issuePaidOrder } from '#db/billing/invoices/issue-paid-order.ts';
import { settleInvoice } from '#db/billing/invoices/settle-invoice.ts';
import { user } from '#db/identity/user.ts';
import { userCompany } from '#db/identity/user-company.ts';
import type { OperationContext } from '#db/operation.ts';
import { readSubmission } from '#db/ordering/drafts/submission.ts';
import { submitDraft } from '#db/ordering/drafts/submit-draft.ts';
import { submitProblems } from '#db/ordering/drafts/submit-problems.ts';
import { order } from '#db/ordering/orders/order.ts';
import { company } from '#db/organizations/company.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { type DisputeUpdate, detectDisputeUpdate, disputedOf } from './card-dispute.ts';
import { billDraft, TOTAL_CHANGED } from './draft-bill.ts';
import { PAYMENT_LIFECYCLE, type Payment, payment } from './payment.ts';
import type { ReportedCard } from './saved-card.ts';

/** The state of an intent at the card processor, read again after an event. */
export interface PaymentResult {
  status: Payment['status'];
  /** The amount that was actually received, which is what counts. */
  amountReceived: number;
  failureCode: string | null;
  /** The amount of a dispute that is open or lost; null when there is none, or it was won. */
  disputedAmount: number | null;
  /** The card that was used, if one was. */
  card?: ReportedCard | null;
}

/** The result, and the customer's message. */
export interface AppliedResult {
  outcome: string;
  notification: 'PAYMENT_RECEIPT' | 'PAYMENT_FAILED' | null;
  /** The new state of its dispute. */
  dispute: DisputeUpdate | null;
  invoice: Invoice | null;
  /** The order that the payment submitted. */
  submittedOrderId: string | null;
  /** Why the order was not submitted, though it is paid. */
  problem: string | null;
}

const unchangedResult = (outcome: string): AppliedResult => ({
  outcome,
  notification: null,
  dispute: null,
  invoice: null,
  submittedOrderId: null,
  problem: null,
});

/**
 * Return the context of the person who began the payment: submission rules and the history need a submitter.
 */
async function asPayer(
  tx: Transaction,
  context: OperationContext,
  paymentRow: Payment,
  companyId: string,
): Promise<OperationContext> {
  const userId = paymentRow.recordedById ?? '';
  const memberships = (await tx.find(userCompany, { userId })).filter(({ deleted }) => !deleted);
  const of = memberships.find((one) => one.companyId === companyId) ?? memberships[0];
  if (!of) return context;
  const person = await tx.get(user, userId);
  const name = person ? (person.name ?? `${person.firstName} ${person.lastName}`) : context.actor.name;
  const membership = { userCompanyId: of.id, companyId: of.companyId, role: of.role };
  return { ...context, actor: { ...context.actor, ...membership, userId, name } };
}

/** Submit the draft that was paid for, once, and only with the content that was paid for. */
async function submitPaid(
  tx: Transaction,
  context: OperationContext,
  paymentRow: Payment,
  bill: Invoice,
): Promise<{ submittedOrderId: string | null; problem: string | null }> {
  const row = await tx.get(order, bill.orderId);
  const owner = row ? await tx.get(company, row.companyId) : undefined;
  if (!row || !owner || row.deleted || row.status !== 'DRAFT' || row.orderType !== 'ONLINE')
    return { submittedOrderId: null, problem: null };
  const payer = await asPayer(tx, context, paymentRow, owner.id);
  const submission = await readSubmission(tx, payer, row, owner);
  if (!submission.facts.isPaid) {
    await billDraft(tx, context, { row, owner, submission });
    await settleInvoice(tx, context, bill.id);
    return { submittedOrderId: null, problem: TOTAL_CHANGED };
  }
  const [problem] = submitProblems(submission.facts);
  if (problem) return { submittedOrderId: null, problem: problem.message };
  await submitDraft(tx, payer, row, owner, submission);
  await issuePaidOrder(tx, context, row.id);
  return { submittedOrderId: row.id, problem: null };
}

/** Return the amount that a dispute took back; negative when it returned money. */
const disputeFacts = (before: Payment, after: Payment, dispute: DisputeUpdate) => ({
  amount: disputedOf(after) || disputedOf(before),
  dispute,
  disputed: disputedOf(after) - disputedOf(before),
});

async function note(
  tx: Transaction,
  context: OperationContext,
  { before, after, dispute }: { before: Payment; after: Payment; dispute: DisputeUpdate | null },
): Promise<AppliedResult['notification']> {
  const { id: paymentId, invoiceId, status, amount, failureCode } = after;
  if (status !== 'SUCCEEDED' && status !== 'FAILED') return null;
  await recordEvent(tx, context, {
    type: status === 'SUCCEEDED' ? 'PAYMENT_SUCCEEDED' : 'PAYMENT_FAILED',
    targetType: 'Invoice',
    targetId: invoiceId,
    data: {
      paymentId,
      amount,
      failureCode,
      ...(dispute === null ? {} : disputeFacts(before, after, dispute)),
    },
    customerVisible: true,
  });
  // The payer's bank reports the progress of a dispute; only its start and a win change the balance.
  if (dispute === 'lost' || dispute === 'changed') return null;
  return status === 'SUCCEEDED' ? 'PAYMENT_RECEIPT' : 'PAYMENT_FAILED';
}

/**
 * Apply the result of a card payment, once: known results and unlisted transitions change nothing. The
 * invoice follows its payments, and a paid draft is submitted (domain 6.7).
 */
export async function applyPaymentResult(
  tx: Transaction,
  context: OperationContext,
  row: Payment,
  result: PaymentResult,
): Promise<AppliedResult> {
  const { status, amountReceived, failureCode, disputedAmount, card } = result;
  const dispute = detectDisputeUpdate(row, result);
  if (row.status === status && dispute === null) return unchangedResult('already known');
  if (row.status !== status && !PAYMENT_LIFECYCLE[row.status].includes(status))
    return unchangedResult(`${status} after ${row.status}: ignored`);
  const succeeded = status === 'SUCCEEDED';
  // Disputed money had been received, even when both events arrive together: its intent is not tried again.
  const arrived = succeeded || disputedAmount !== null;
  const after = await tx.patch(payment, row.id, {
    status,
    failureCode: status === 'FAILED' ? failureCode : null,
    disputedAmount,
    ...(card ? { cardBrand: card.brand, cardLast4: card.last4 } : {}),
    ...(arrived ? { amount: amountReceived, receivedAt: row.receivedAt ?? context.occurredAt } : {}),
  });
  const notification = await note(tx, context, { before: row, after, dispute });
  const bill = await settleInvoice(tx, context, row.invoiceId);
  const submitted = succeeded ? await submitPaid(tx, context, after, bill) : unchangedResult('');
  return {
    outcome: submitted.problem ?? (submitted.submittedOrderId ? 'applied, order submitted' : 'applied'),
    notification,
    dispute,
    invoice: bill,
    submittedOrderId: submitted.submittedOrderId,
    problem: submitted.problem,
  };
}
