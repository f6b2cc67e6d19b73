import { mayVisit } from '#db/access/paths.ts';
import { isOneOf, STAFF_ROLES } from '#db/access/roles.ts';
import type { SiteVariant } from '#db/access/session.ts';
import type { Visitor } from '#db/access/visitor.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';

/** The path of the first order step. */
export const ORDER_NOW = '/order/create';

/**
 * Check access to Order Now: roles outside the staff-operations list (D8), not in RESONANT; the button never
 * leads to a refusal.
 */
export const showsOrderNow = (
  visitor: Visitor | null,
  entity: BusinessEntity,
  variant: SiteVariant,
): boolean =>
  visitor !== null &&
  entity !== 'RESONANT' &&
  !isOneOf(visitor.role, STAFF_ROLES) &&
  mayVisit(variant, visitor, ORDER_NOW);
