import { may } from '#db/access/grants.ts';
import { type Role, seesAllCompanies, seesChildCompanies } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import type { OperationContext } from '#db/operation.ts';
import { type Company, company } from '#db/organizations/company.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Order, order } from './order.ts';

/** Return whether a role may draft orders: customers order in the wizard; staff enter orders for them. */
export const mayDraft = (role: Role): boolean =>
  may(role, 'create-order:create') || may(role, 'lab/orders:create');

/**
 * Return whether the actor sees the orders of a company: any for staff, their own for customers, and for
 * managers those below it.
 */
export async function findVisibleCompany(
  tx: Transaction,
  { actor }: OperationContext,
  companyId: string,
): Promise<Company | undefined> {
  const row = await tx.get(company, companyId);
  if (!row || row.deleted) return undefined;
  const isVisible =
    seesAllCompanies(actor.role) ||
    companyId === actor.companyId ||
    (seesChildCompanies(actor.role) && row.parentCompanyId === actor.companyId);
  return isVisible ? row : undefined;
}

/** Return an order for an online operation, with its company; NOT_FOUND when the actor does not see it. */
export async function openOrder(
  tx: Transaction,
  context: OperationContext,
  orderId: string,
): Promise<{ row: Order; owner: Company }> {
  onlineOnly(context);
  const { role, companyId } = context.actor;
  // Customers mostly open orders of their own company, so both are queried together.
  const [row] = await Promise.all([
    tx.get(order, orderId),
    seesAllCompanies(role) ? undefined : tx.get(company, companyId),
  ]);
  const owner = row && !row.deleted ? await findVisibleCompany(tx, context, row.companyId) : undefined;
  if (!row || !owner) throw refuse('NOT_FOUND', MESSAGES.notFound);
  return { row, owner };
}

/** Return a draft that the actor may edit. */
export async function openDraft(
  tx: Transaction,
  context: OperationContext,
  orderId: string,
): Promise<{ row: Order; owner: Company }> {
  const openedOrder = await openOrder(tx, context, orderId);
  if (!mayDraft(context.actor.role)) throw refuse('FORBIDDEN', MESSAGES.forbidden);
  if (openedOrder.row.status === 'CANCELED')
    throw refuse('NOT_A_DRAFT', 'This order was discarded or canceled. Start a new one.');
  if (openedOrder.row.status !== 'DRAFT')
    throw refuse('NOT_A_DRAFT', 'This order has been submitted. Open it to see what can still be changed.');
  return openedOrder;
}

/** Return the conflict error for an order that another person changed since it was read. */
export const staleOrder = () =>
  refuse(
    'STALE_VERSION',
    'Somebody else has changed this order meanwhile. Load the page again and repeat your change.',
  );
