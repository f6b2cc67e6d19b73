import { hasCapability } from '#db/access/capabilities.ts';
import { limitNameOf, may } from '#db/access/grants.ts';
import type { Role } from '#db/access/roles.ts';
import type { Actor } from '#db/operation.ts';
import type { Order } from '#db/ordering/orders/order.ts';

/**
 * Return whether a person may discard a draft: only the person who started it, not a colleague who continues
 * it (domain 4.1).
 */
export const mayDiscardDraft = (
  { role, userId }: { role: Role; userId: string },
  { createdByUserId }: Pick<Order, 'createdByUserId'>,
): boolean => createdByUserId === userId || hasCapability(role, 'discardAnyDraft');

type Person = Pick<Actor, 'role' | 'userId'>;
type Drafted = Pick<Order, 'createdByUserId'>;

const GRANT = 'create-order/manifest:create';

/**
 * Return whether a draft belongs to another person, for roles that register specimens only for their own
 * drafts (D32).
 */
export const isDraftOfOthers = ({ role, userId }: Person, { createdByUserId }: Drafted): boolean =>
  limitNameOf(role, GRANT) === 'drafted' && createdByUserId !== userId;

/** Return whether a person may register the specimens of an order. */
export const mayRegisterSpecimens = (person: Person, order: Drafted): boolean =>
  may(person.role, GRANT) && !isDraftOfOthers(person, order);

/** The text about who registers the specimens of another person's draft. */
export const DRAFT_OF_OTHERS = 'Somebody else drafted this order. They or the customer enter its specimens.';
