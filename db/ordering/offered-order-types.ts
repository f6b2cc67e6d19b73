import { isOneOf, type Role, STAFF_ROLES } from '#db/access/roles.ts';
import type { Company } from '#db/organizations/company.ts';
import { ORDER_TYPES, type OrderType } from './order-type.ts';

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
