import { z } from 'zod';
import { hasCapability } from '#db/access/capabilities.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { readUnfinished } from '#db/ordering/orders/finished-specimens.ts';
import { order } from '#db/ordering/orders/order.ts';
import type { Protocol } from '#db/protocols/protocol.ts';
import type { Transaction } from '#db/transaction.ts';
import { ref } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { setProtocolStatus } from './approve-protocol.ts';
import { openProtocol, versionsOf } from './open-protocol.ts';
import { takeOffSale, takeOverService } from './protocol-service.ts';

const RetireArgs = z.strictObject({ protocolId: ref, reason: Reason });

/** Return a protocol that this person may retire: research assistants only their kind of work. */
async function openForRetirement(
  tx: Transaction,
  context: OperationContext,
  protocolId: string,
): Promise<Protocol> {
  const row = await openProtocol(tx, context, protocolId);
  if (row.status !== 'RESEARCH' && !hasCapability(context.actor.role, 'writeRoutineProcedures'))
    throw refuse('RESEARCH_ONLY', 'You retire research protocols only. Ask a lab manager.');
  return row;
}

/** Stop new orders of a version by hand; running work continues, and its service goes off sale. */
export const deprecateProtocol = defineOperation({
  name: 'deprecate-protocol',
  version: 1,
  kind: 'intent',
  title: 'Deprecate protocol',
  grant: 'lab/protocols:update',
  args: RetireArgs,
  subjects: ({ protocolId }) => [protocolId],
  async run(tx, { protocolId, reason }, context) {
    const row = await openForRetirement(tx, context, protocolId);
    await setProtocolStatus(tx, context, row, 'DEPRECATED', { reason });
    await takeOffSale(tx, context, protocolId, reason);
    return applied;
  },
});

/** Let a deprecated version be ordered again, unless another version is active. */
export const reinstateProtocol = defineOperation({
  name: 'reinstate-protocol',
  version: 1,
  kind: 'intent',
  title: 'Reinstate protocol',
  grant: 'lab/protocols:update',
  args: RetireArgs,
  subjects: ({ protocolId }) => [protocolId],
  async run(tx, { protocolId, reason }, context) {
    const row = await openForRetirement(tx, context, protocolId);
    const active = (await versionsOf(tx, row)).find(({ status }) => status === 'ACTIVE');
    if (active && active.id !== protocolId)
      throw refuse(
        'OTHER_VERSION_ACTIVE',
        `Version ${active.protocolVersion} is active. Deprecate it before you reinstate this one.`,
      );
    await setProtocolStatus(tx, context, row, 'ACTIVE', { reason });
    await takeOverService(tx, context, row);
    return applied;
  },
});

/** Count the specimens of a protocol that still need work. */
async function openSpecimenCount(tx: Transaction, protocolId: string): Promise<number> {
  let count = 0;
  for (const { id } of await tx.find(order, { protocolId })) count += (await readUnfinished(tx, id)).length;
  return count;
}

/** End a version for good; refuse while specimens of it are open. */
export const discontinueProtocol = defineOperation({
  name: 'discontinue-protocol',
  version: 1,
  kind: 'intent',
  title: 'Discontinue protocol',
  grant: 'lab/protocols:update',
  args: RetireArgs,
  subjects: ({ protocolId }) => [protocolId],
  async run(tx, { protocolId, reason }, context) {
    const row = await openForRetirement(tx, context, protocolId);
    const count = await openSpecimenCount(tx, protocolId);
    if (count > 0)
      throw refuse(
        'IN_USE',
        `Cannot be discontinued while ${count === 1 ? '1 specimen is' : `${count} specimens are`} open.`,
      );
    await setProtocolStatus(tx, context, row, 'DISCONTINUED', { reason });
    await takeOffSale(tx, context, protocolId, reason);
    return applied;
  },
});
