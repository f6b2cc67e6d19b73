import { orderTotals, unitPrice } from '#db/billing/order-totals.ts';
import { owedByOrderer, payerOf } from '#db/billing/payer-of.ts';
import type { OperationContext } from '#db/operation.ts';
import { type Company, company } from '#db/organizations/company.ts';
import type { Transaction } from '#db/transaction.ts';
import { approvalsNeeded, type NeededApproval } from './approval-rules.ts';
import { discountsOf } from './discounts-of.ts';
import type { Order } from './order.ts';
import { orderApproval } from './order-approval.ts';
import { activeSpecimens } from './specimens-of-order.ts';
import { readSubmission, type Submission } from './submission.ts';
import { specimenProblems } from './submitted-rows.ts';

/** A message beside its field. */
interface RegistrationProblem {
  field: string;
  message: string;
}

/** The result of confirming the specimens of an anticipated order as registered now. */
export interface Registration {
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
