import { hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import type { OrderClassification, OrderType } from '#db/ordering/orders/order-terms.ts';
import type { ApprovalKind, OrderApproval } from './order-approval.ts';

/**
 * Business values of the approvals (D6): above this part of the list price, in basis points, billing decides
 * too.
 */
export const SALES_LEADER_LIMIT_BPS = 1000;

/** The inputs of the approval rules at the submission of an order. */
export interface ApprovalFacts {
  orderType: OrderType;
  orderClassification: OrderClassification;
  /** The role of the submitter. */
  submittedBy: Role;
  total: number;
  /** The price of its specimens by the list, or by a project's agreement. */
  listTotal: number;
  /** The sum of all discounts that were not rejected, including undecided ones. */
  discount: number;
  /** The part of it that nobody has approved yet. */
  undecidedDiscount: number;
  /** The total of the order without the undecided adjustments, and with them. */
  totalBefore: number;
  totalAfter: number;
  creditLimit: number | null;
  orderApprovalRequired: boolean;
}

/** One required approval, with the facts for its decider. */
export type NeededApproval = Pick<OrderApproval, 'kind' | 'detail'>;

/** Return a discount as a part of the list price in basis points, rounded up. */
export const discountBps = (listTotal: number, discount: number): number =>
  listTotal <= 0 ? 0 : Math.ceil((discount * 10_000) / listTotal);

type Rule = (facts: ApprovalFacts) => NeededApproval['detail'] | false;

// A card leaves no debt: neither a purchase order nor a credit limit applies.
const onAccount = ({ orderType }: ApprovalFacts): boolean => orderType !== 'ONLINE';

const discounted = ({ listTotal, discount, undecidedDiscount, totalBefore, totalAfter }: ApprovalFacts) =>
  undecidedDiscount > 0 && {
    discount,
    listTotal,
    percentBps: discountBps(listTotal, discount),
    totalBefore,
    totalAfter,
  };

const RULES: Record<ApprovalKind, Rule> = {
  PURCHASE_ORDER: ({ orderType, total }) => orderType === 'PURCHASE_ORDER' && { total },
  DISCOUNT: discounted,
  DISCOUNT_BILLING: (facts) =>
    discountBps(facts.listTotal, facts.discount) > SALES_LEADER_LIMIT_BPS && discounted(facts),
  REWORK: ({ submittedBy }) => !hasCapability(submittedBy, 'submitRework') && {},
  CREDIT_LIMIT: (facts) => {
    const { creditLimit, total } = facts;
    return onAccount(facts) && creditLimit !== null && total > creditLimit && { total, creditLimit };
  },
  COMPANY_MANAGER: ({ orderApprovalRequired, submittedBy, total }) =>
    orderApprovalRequired && hasCapability(submittedBy, 'requestManagerApproval') && { total },
};

/**
 * Return which rules apply: a rework is free, so no rule about money does; more work paid by card needs no
 * approval.
 */
function requiredKinds({ orderClassification, orderType }: ApprovalFacts): readonly ApprovalKind[] {
  if (orderClassification === 'REWORK') return ['REWORK'];
  if (orderClassification === 'SUPPLEMENTAL' && orderType === 'ONLINE') return [];
  return ['PURCHASE_ORDER', 'DISCOUNT', 'DISCOUNT_BILLING', 'CREDIT_LIMIT', 'COMPANY_MANAGER'];
}

/**
 * Return the approvals that an order needs before it is accepted (domain 6.4); empty when it is accepted at
 * once.
 */
export const approvalsNeeded = (facts: ApprovalFacts): NeededApproval[] =>
  requiredKinds(facts).flatMap((kind) => {
    const detail = RULES[kind](facts);
    return detail ? [{ kind, detail }] : [];
  });

/**
 * Return the status in which an order waits for these approvals: the purchase order comes first; null when
 * none is open.
 */
export function waitingStatus(open: readonly ApprovalKind[]): 'PO_UNDER_REVIEW' | 'PENDING_APPROVAL' | null {
  if (open.length === 0) return null;
  return open.includes('PURCHASE_ORDER') ? 'PO_UNDER_REVIEW' : 'PENDING_APPROVAL';
}
