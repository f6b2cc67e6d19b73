import { hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';
import type { Order } from './order.ts';

/** May this person give this draft up? Whoever began it, not a colleague who goes on with it (domain 4.1). */
export const mayDiscardDraft = (
  { role, userId }: { role: Role; userId: string },
  { createdByUserId }: Pick<Order, 'createdByUserId'>,
): boolean => createdByUserId === userId || hasCapability(role, 'discardAnyDraft');
