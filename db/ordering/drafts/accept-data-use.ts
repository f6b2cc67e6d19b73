import { z } from 'zod';
import { applied, defineOperation } from '#db/operation.ts';
import { openDraft } from '#db/ordering/orders/order-access-scope.ts';
import { Id } from '#db/values/id.ts';
import { dataUseInfo } from './data-use-info.ts';
import { DataUseForm } from './draft-form.ts';

/** Record what the customer allows to be done with the data of an order and for how long they are kept. */
export const acceptDataUse = defineOperation({
  name: 'accept-data-use',
  version: 1,
  kind: 'intent',
  title: 'Accept data use',
  grant: 'create-order:read',
  args: z.strictObject({ orderId: Id, dataUse: DataUseForm }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, dataUse }, context) {
    await openDraft(tx, context, orderId);
    const accepted = {
      ...dataUse,
      otherText: dataUse.agreementTypes.includes('OTHER') ? dataUse.otherText : null,
      acceptedByUserId: context.actor.userId,
      acceptedAt: context.occurredAt,
    };
    const [before] = await tx.find(dataUseInfo, { orderId });
    if (before) await tx.patch(dataUseInfo, before.id, accepted);
    else await tx.insert(dataUseInfo, { id: context.newId(), orderId, ...accepted });
    return applied;
  },
});
