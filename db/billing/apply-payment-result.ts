import { user } from '#db/identity/user.ts';
import { userCompany } from '#db/identity/user-company.ts';
import type { OperationContext } from '#db/operation.ts';
import { order } from '#db/ordering/order.ts';
import { readSubmission } from '#db/ordering/submission.ts';
import { submitDraft } from '#db/ordering/submit-draft.ts';
import { submitProblems } from '#db/ordering/submit-problems.ts';
import { company } from '#db/organizations/company.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { type DisputeUpdate, detectDisputeUpdate, disputedOf } from './card-dispute.ts';
import { billDraft } from './draft-bill.ts';
import type { Invoice } from './invoice.ts';
import { issuePaidOrder } from './issue-paid-order.ts';
import { type Payment, payment } from './payment.ts';
import { PAYMENT_LIFECYCLE } from './payment-lifecycle.ts';
import { settleInvoice } from './settle-invoice.ts';
import { TOTAL_CHANGED } from './total-changed.ts';

/** What the card processor says of an intent, read again when something was told of it. */
export interface PaymentResult {
  status: Payment['status'];
  /** What really came, which is what counts. */
  amountReceived: number;
  failureCode: string | null;
  /** What its owner took back by a dispute that is open or lost; null when there is none, or it was won. */
  disputedAmount: number | null;
}

/** What came of it, and what the customer is to be told. */
export interface AppliedResult {
  outcome: string;
  notification: 'PAYMENT_RECEIPT' | 'PAYMENT_FAILED' | null;
  /** What became of a dispute of it. */
  dispute: DisputeUpdate | null;
  invoice: Invoice | null;
  /** The order that was submitted by it. */
  submittedOrderId: string | null;
  /** Why the order was not, though it is paid. */
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

/** The rules of submitting ask who submits, and the history tells it: it is whoever began the payment. */
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

/** Submits the draft that was paid for; once only, and only as it was paid for. */
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

/** What a dispute took back, or gave again where that is less than nothing. */
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
  // How a dispute goes on, the payer knows from their bank; that it began or was won changes what is due.
  if (dispute === 'lost' || dispute === 'changed') return null;
  return status === 'SUCCEEDED' ? 'PAYMENT_RECEIPT' : 'PAYMENT_FAILED';
}

/**
 * Applies what became of a card payment, once: what is known already, or may not follow, changes nothing. The invoice
 * follows its payments, and a draft whose payment has come is submitted (domain 6.7).
 */
export async function applyPaymentResult(
  tx: Transaction,
  context: OperationContext,
  row: Payment,
  result: PaymentResult,
): Promise<AppliedResult> {
  const { status, amountReceived, failureCode, disputedAmount } = result;
  const dispute = detectDisputeUpdate(row, result);
  if (row.status === status && dispute === null) return unchangedResult('already known');
  if (row.status !== status && !PAYMENT_LIFECYCLE[row.status].includes(status))
    return unchangedResult(`${status} after ${row.status}: ignored`);
  const succeeded = status === 'SUCCEEDED';
  // What is disputed had come, also when both are heard of at once: its intent is not tried again.
  const arrived = succeeded || disputedAmount !== null;
  const after = await tx.patch(payment, row.id, {
    status,
    failureCode: status === 'FAILED' ? failureCode : null,
    disputedAmount,
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
