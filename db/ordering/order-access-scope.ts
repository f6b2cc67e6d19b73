import { may } from '#db/access/grants.ts';
import type { Role } from '#db/access/roles.ts';
import { seesAllCompanies, seesChildCompanies } from '#db/access/scope.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import type { OperationContext } from '#db/operation.ts';
import { type Company, company } from '#db/organizations/company.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Order, order } from './order.ts';

/** Customers order in the wizard; staff enter orders for them. */
export const mayDraft = (role: Role): boolean =>
  may(role, 'create-order:create') || may(role, 'lab/orders:create');

/** Is the company one whose orders the actor sees: any for staff, their own and for managers those below it for customers? */
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

/** An order of an act done online, with its company; 404 where the actor does not see it. */
export async function openOrder(
  tx: Transaction,
  context: OperationContext,
  orderId: string,
): Promise<{ row: Order; owner: Company }> {
  onlineOnly(context);
  const { role, companyId } = context.actor;
  // The orders that customers open are mostly of their own company: it is asked for together with the order.
  const [row] = await Promise.all([
    tx.get(order, orderId),
    seesAllCompanies(role) ? undefined : tx.get(company, companyId),
  ]);
  const owner = row && !row.deleted ? await findVisibleCompany(tx, context, row.companyId) : undefined;
  if (!row || !owner) throw refuse('NOT_FOUND', MESSAGES.notFound);
  return { row, owner };
}

/** A draft that the actor may go on with. */
export async function openDraft(
  tx: Transaction,
  context: OperationContext,
  orderId: string,
): Promise<{ row: Order; owner: Company }> {
  const openedOrder = await openOrder(tx, context, orderId);
  if (!mayDraft(context.actor.role)) throw refuse('FORBIDDEN', MESSAGES.forbidden);
  if (openedOrder.row.status === 'CANCELED')
    throw refuse('NOT_A_DRAFT', 'This order was discarded or canceled. Begin a new one.');
  if (openedOrder.row.status !== 'DRAFT')
    throw refuse('NOT_A_DRAFT', 'This order has been submitted. Open it to see what can still be changed.');
  return openedOrder;
}

/** Somebody else has changed the order since it was read. */
export const staleOrder = () =>
  refuse(
    'STALE_VERSION',
    'Somebody else has changed this order meanwhile. Load the page again and repeat your change.',
  );
