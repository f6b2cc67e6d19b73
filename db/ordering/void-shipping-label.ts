import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { OperationContext } from '#db/operation.ts';
import { applied, defineOperation } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { openOrder } from './order-access-scope.ts';
import { handlesPackage, SENT_BY_LAB } from './package-problem.ts';
import { mirrorPackage, recordPackageStatus } from './prepare-package.ts';
import { type Shipment, shipment } from './shipment.ts';
import { assertShipmentTransition } from './shipment-lifecycle.ts';

/** Return why a label cannot be voided; null when it can. */
export function voidProblem({ status, labelUrl }: Pick<Shipment, 'status' | 'labelUrl'>): string | null {
  if (!labelUrl) return 'This package has no label of the lab.';
  return status === 'PRE_TRANSIT'
    ? null
    : 'The carrier has this package already. Its label cannot be taken back.';
}

/** Void a label: the package has none then, and waits to be sent in another way. */
export async function dropLabel(tx: Transaction, context: OperationContext, row: Shipment): Promise<void> {
  assertShipmentTransition(row.status, 'NOT_STARTED');
  const dropped = await tx.patch(shipment, row.id, {
    status: 'NOT_STARTED',
    carrier: null,
    serviceLevel: null,
    trackingNumber: null,
    labelUrl: null,
    rateCost: null,
    estimatedDelivery: null,
  });
  await mirrorPackage(tx, row.orderId, dropped);
  await recordPackageStatus(tx, context, dropped, row.status);
}

/** Void a label that no shipment has used (domain 4.6). */
export const voidShippingLabel = defineOperation({
  name: 'void-shipping-label',
  version: 1,
  kind: 'intent',
  title: 'Void shipping label',
  grant: 'shipping:create',
  args: z.strictObject({ shipmentId: Id, trackingNumber: z.string().min(1).max(100) }),
  subjects: ({ shipmentId }) => [shipmentId],
  async run(tx, { shipmentId, trackingNumber }, context) {
    const row = await tx.get(shipment, shipmentId);
    if (!row || row.deleted) throw refuse('NOT_FOUND', MESSAGES.notFound);
    await openOrder(tx, context, row.orderId);
    if (!handlesPackage(context.actor.role, row)) throw refuse('TRANSITION_NOT_ALLOWED', SENT_BY_LAB);
    const problem = voidProblem(row);
    if (problem) throw refuse('TRANSITION_NOT_ALLOWED', problem);
    if (row.trackingNumber !== trackingNumber)
      throw refuse('STALE_VERSION', 'This package has another label by now. Load the page again.');
    await dropLabel(tx, context, row);
    return applied;
  },
});
