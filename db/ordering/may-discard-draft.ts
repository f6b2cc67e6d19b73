import { ALL_ACTIONS } from '#db/access/grants.ts';
import { isOneOf, type Role } from '#db/access/roles.ts';
import type { Order } from './order.ts';

/**
 * Return whether a person may discard a draft: only the person who started it, not a colleague who continues
 * it (domain 4.1).
 */
export const mayDiscardDraft = (
  { role, userId }: { role: Role; userId: string },
  { createdByUserId }: Pick<Order, 'createdByUserId'>,
): boolean => createdByUserId === userId || isOneOf(role, ALL_ACTIONS);
