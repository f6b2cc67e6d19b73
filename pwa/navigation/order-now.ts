import type { SiteVariant } from '#db/access/menus.ts';
import { mayVisit } from '#db/access/paths.ts';
import { isOneOf, STAFF_ROLES } from '#db/access/roles.ts';
import type { Visitor } from '#db/access/visitor.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';

/** Where an order begins. */
export const ORDER_NOW = '/order/create';

/** Order Now is for roles outside the staff-operations list (D8) and not in RESONANT; nobody is led to a refusal. */
export const showsOrderNow = (
  visitor: Visitor | null,
  entity: BusinessEntity,
  variant: SiteVariant,
): boolean =>
  visitor !== null &&
  entity !== 'RESONANT' &&
  !isOneOf(visitor.role, STAFF_ROLES) &&
  mayVisit(variant, visitor, ORDER_NOW);
