import { z } from 'zod';
import { applied, defineOperation } from '#db/operation.ts';
import { changeSpecimenStatus } from '#db/specimens/change-specimen-status.ts';
import { setSamplesAside } from '#db/specimens/held-samples.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { changeOrderStatus } from './change-order-status.ts';
import { openForAct } from './open-for-act.ts';
import { liveSpecimens } from './specimens-of-order.ts';

/** Puts an order on hold: what has been received and is in no batch waits, batches go on (domain 4.1). */
export const holdOrder = defineOperation({
  name: 'hold-order',
  version: 1,
  kind: 'intent',
  title: 'Put order on hold',
  grant: 'lab/orders:update',
  args: z.strictObject({ orderId: Id, reason: Reason }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, reason }, context) {
    const { row } = await openForAct(tx, context, orderId, ['hold-order']);
    await changeOrderStatus(tx, context, row, 'ON_HOLD', {
      event: 'ORDER_HELD',
      reason,
      fields: { heldFromStatus: row.status, holdReason: reason },
    });
    for (const one of await liveSpecimens(tx, orderId)) {
      if (one.status !== 'RECEIVED' && one.status !== 'SUPPLEMENTAL') continue;
      const held = await changeSpecimenStatus(tx, context, one, 'RECEIVED_ON_HOLD', {
        reason,
        fields: { holdReason: reason, statusBeforeHold: one.status },
      });
      await setSamplesAside(tx, context, held, 'RECEIVED_ON_HOLD', reason);
    }
    return applied;
  },
});
