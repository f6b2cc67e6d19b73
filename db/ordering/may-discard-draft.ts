import { hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import type { Order } from './order.ts';

/**
 * Return whether a person may discard a draft: only the person who started it, not a colleague who continues
 * it (domain 4.1).
 */
export const mayDiscardDraft = (
  { role, userId }: { role: Role; userId: string },
  { createdByUserId }: Pick<Order, 'createdByUserId'>,
): boolean => createdByUserId === userId || hasCapability(role, 'discardAnyDraft');
