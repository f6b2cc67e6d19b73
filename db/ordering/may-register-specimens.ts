import { limitNameOf, may } from '#db/access/grants.ts';
import type { Actor } from '#db/operation.ts';
import type { Order } from './order.ts';

type Person = Pick<Actor, 'role' | 'userId'>;
type Drafted = Pick<Order, 'createdByUserId'>;

const GRANT = 'create-order/manifest:create';

/** Is it somebody else's draft, for a person who registers specimens only for orders that they drafted (D32)? */
export const isDraftOfOthers = ({ role, userId }: Person, { createdByUserId }: Drafted): boolean =>
  limitNameOf(role, GRANT) === 'drafted' && createdByUserId !== userId;

/** May this person register the specimens of this order? */
export const mayRegisterSpecimens = (person: Person, order: Drafted): boolean =>
  may(person.role, GRANT) && !isDraftOfOthers(person, order);

/** Says who registers the specimens of somebody else's draft. */
export const DRAFT_OF_OTHERS = 'Somebody else drafted this order. They or the customer enter its specimens.';
