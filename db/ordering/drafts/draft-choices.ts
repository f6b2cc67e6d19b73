import { isOneOf, type Role, STAFF_ROLES } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { ORDER_TYPES, type OrderType } from '#db/ordering/orders/order-terms.ts';
import type { Company } from '#db/organizations/company.ts';
import { project } from '#db/research/project.ts';
import type { Transaction } from '#db/transaction.ts';

/**
 * Return the order types that a person may use for a company. Staff enter agreed sales orders and campaigns;
 * customers then register the specimens.
 */
export function offeredOrderTypes(
  role: Role,
  { allowPurchaseOrder }: Pick<Company, 'allowPurchaseOrder'>,
): readonly OrderType[] {
  const typesOfRole = isOneOf(role, STAFF_ROLES) ? ORDER_TYPES : (['ONLINE', 'PURCHASE_ORDER'] as const);
  return typesOfRole.filter((type) => type !== 'PURCHASE_ORDER' || allowPurchaseOrder);
}

/** Refuse a project that is not a running one of the order's own company. */
export async function requireProject(tx: Transaction, projectId: string, companyId: string): Promise<void> {
  const row = await tx.get(project, projectId);
  if (!row || row.deleted || row.companyId !== companyId || row.status !== 'ACTIVE')
    throw refuse('VALIDATION', 'Choose an active project of this organization.');
}
