import { isOneOf, type Role, STAFF_ROLES } from '#db/access/roles.ts';
import type { Company } from '#db/organizations/company.ts';
import { ORDER_TYPES, type OrderType } from './order-type.ts';

/**
 * How somebody may order for a company. Sales orders and campaigns are agreed with staff, who enter them; customers then
 * register their specimens in them.
 */
export function offeredOrderTypes(
  role: Role,
  { allowPurchaseOrder }: Pick<Company, 'allowPurchaseOrder'>,
): readonly OrderType[] {
  const typesOfRole = isOneOf(role, STAFF_ROLES) ? ORDER_TYPES : (['ONLINE', 'PURCHASE_ORDER'] as const);
  return typesOfRole.filter((type) => type !== 'PURCHASE_ORDER' || allowPurchaseOrder);
}
