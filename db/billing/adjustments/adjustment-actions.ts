import { hasCapability } from '#db/access/capabilities.ts';
import { may } from '#db/access/grants.ts';
import type { Role } from '#db/access/roles.ts';
import { type AdjustmentRow, orderTotals } from '#db/billing/invoices/order-totals.ts';
import { discountBps, SALES_LEADER_LIMIT_BPS } from '#db/ordering/approvals/approval-rules.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import type { PriceAdjustment } from './price-adjustment.ts';

export const addsFees = (role: Role): boolean => hasCapability(role, 'addFees');

/** The actions that a person may take on a proposed adjustment. */
export const ADJUSTMENT_ACTIONS = ['approve', 'reject', 'withdraw'] as const;
export type AdjustmentAction = (typeof ADJUSTMENT_ACTIONS)[number];

type Proposal = Pick<PriceAdjustment, 'type' | 'status' | 'createdById' | 'approvedById'>;

const CLOSED: readonly Order['status'][] = ['CANCELED', 'COMPLETED'];
const DECIDING: readonly Order['status'][] = ['PENDING_APPROVAL', 'PO_UNDER_REVIEW'];

/** Return why the price of an order in a status cannot be adjusted; null while it can. */
export function adjustmentStop(status: Order['status']): 'CLOSED' | 'DECIDING' | null {
  if (CLOSED.includes(status)) return 'CLOSED';
  return DECIDING.includes(status) ? 'DECIDING' : null;
}

/**
 * Return whether a fee can be charged for the received material of an order that was canceled afterwards
 * (domain 8.4).
 */
export const takesIntakeFee = (
  role: Role,
  { status, receivedAt }: Pick<Order, 'status' | 'receivedAt'>,
): boolean => status === 'CANCELED' && receivedAt !== null && hasCapability(role, 'approveLargePrices');

/** Return the adjustments of an order as if this one were approved. */
export const ifApproved = <Row extends AdjustmentRow>(rows: readonly Row[], id: string): Row[] =>
  rows.map((row) => (row.id === id ? { ...row, status: 'APPROVED' } : row));

/**
 * Return whether all reductions of the list price, with this discount, exceed the limit of the sales leader.
 */
export function isLargeDiscount(
  listTotal: number,
  ofSpecimens: number,
  rows: readonly AdjustmentRow[],
  proposalId: string,
): boolean {
  const { discount } = orderTotals([listTotal], ifApproved(rows, proposalId));
  return discountBps(listTotal, discount + ofSpecimens) > SALES_LEADER_LIMIT_BPS;
}

/** Return whether a role decides next: above the limit the sales leader agrees first and billing decides. */
export function decidesAdjustment(role: Role, { type, approvedById }: Proposal, large: boolean): boolean {
  if (type === 'FEE') return addsFees(role);
  return hasCapability(role, large && approvedById !== null ? 'approveLargePrices' : 'approvePrices');
}

/** Return whether a person may withdraw a proposal: as its author, or as a role that decides about prices. */
export const withdrawsAdjustment = (
  { role, userId }: { role: Role; userId: string },
  { createdById }: Proposal,
): boolean =>
  createdById === userId || hasCapability(role, 'approvePrices') || hasCapability(role, 'approveLargePrices');

/** Return the actions that a person may take on an adjustment now; the operations refuse the same ones. */
export function adjustmentActionsFor(
  actor: { role: Role; userId: string },
  proposal: Proposal,
  order: { status: Order['status']; billed: boolean; large: boolean },
): AdjustmentAction[] {
  const { role, userId } = actor;
  if (proposal.status !== 'PROPOSED' || order.billed || adjustmentStop(order.status)) return [];
  const decides =
    order.status !== 'DRAFT' &&
    may(role, 'lab/price-adjustments:update') &&
    decidesAdjustment(role, proposal, proposal.type !== 'FEE' && order.large);
  const isInvolved = proposal.createdById === userId || proposal.approvedById === userId;
  const allowedActions: Record<AdjustmentAction, boolean> = {
    approve: decides && !isInvolved,
    reject: decides,
    withdraw: may(role, 'lab/price-adjustments:create') && withdrawsAdjustment(actor, proposal),
  };
  return ADJUSTMENT_ACTIONS.filter((action) => allowedActions[action]);
}
