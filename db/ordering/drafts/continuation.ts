import { z } from 'zod';
import { isOneOf, type Role, STAFF_ROLES } from '#db/access/roles.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import { mayDraft } from '#db/ordering/orders/order-access-scope.ts';
import type { OrderStatus } from '#db/ordering/orders/order-status.ts';
import { Id } from '#db/values/id.ts';
import { MAX_SPECIMENS } from './draft-form.ts';

/** The ways to continue with the material of an earlier order (domain 6.5). */
const CONTINUATIONS = ['REWORK', 'SUPPLEMENTAL'] as const;
export const Continuation = z.enum(CONTINUATIONS);
export type Continuation = z.infer<typeof Continuation>;

/** The way to continue an order, and the specimens with which the new order continues. */
export const ContinuationForm = z.strictObject({
  continuation: Continuation,
  specimenIds: z.array(Id).min(1, 'Choose at least one specimen.').max(MAX_SPECIMENS),
});

/** Arguments of `continue-order`. */
export const ContinueOrderArgs = z.strictObject({
  orderId: Id,
  sourceOrderId: Id,
  ...ContinuationForm.shape,
});

/** Work has begun or is done; before that there is nothing to repeat and nothing stored. */
const CONTINUED_FROM: readonly OrderStatus[] = ['PROCESSING', 'PENDING_COMPLETION', 'COMPLETED'];

/**
 * Return how a role may continue an order in a status: the lab repeats its own work, customers order more of
 * it.
 */
export const continuationsFor = (role: Role, status: OrderStatus): Continuation[] =>
  !mayDraft(role) || !CONTINUED_FROM.includes(status)
    ? []
    : CONTINUATIONS.filter((kind) => kind !== 'REWORK' || isOneOf(role, STAFF_ROLES));

/** Return how an order continues an earlier one; null for an independent order. */
export const continuationOf = ({ orderClassification }: Pick<Order, 'orderClassification'>) =>
  orderClassification === 'STANDARD' ? null : orderClassification;

type Copied = Pick<Order, 'status' | 'orderClassification'>;

/**
 * Return whether an order can be copied: drafts are continued instead, and work on stored material is ordered
 * again from its own order.
 */
export const isCopyable = ({ status, orderClassification }: Copied): boolean =>
  status !== 'DRAFT' && orderClassification === 'STANDARD';

/** Return whether a role may copy an order; pages offer it only then. */
export const mayCopyOrder = (role: Role, row: Copied): boolean => mayDraft(role) && isCopyable(row);
