import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, merged } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { s3File } from '#db/records/files/s3-file.ts';
import { Id } from '#db/values/id.ts';
import { order } from './order.ts';
import { openDraft } from './order-access-scope.ts';

/** Set a stored document as the purchase order of a draft, or remove it; the previous one is deleted. */
export const attachPurchaseOrder = defineOperation({
  name: 'attach-purchase-order',
  version: 1,
  kind: 'intent',
  title: 'Attach purchase order',
  grant: 'create-order:read',
  args: z.strictObject({ orderId: Id, fileId: Id.nullable() }),
  subjects: ({ orderId }) => [orderId],
  async run(tx, { orderId, fileId }, context) {
    const { row } = await openDraft(tx, context, orderId);
    const before = row.purchaseOrderFileId;
    if (before === fileId) return merged('NOTHING_CHANGED', 'Nothing was changed.');
    if (fileId !== null) {
      const file = await tx.get(s3File, fileId);
      const fits =
        file?.status === 'STORED' &&
        !file.deleted &&
        file.fileType === 'ORDER_DOCUMENT' &&
        file.subType === 'PURCHASE_ORDER' &&
        file.targetType === 'Order' &&
        file.targetId === orderId;
      if (!fits)
        throw refuse('NOT_FOUND', 'This purchase order was not uploaded for this order. Choose it again.');
    }
    await tx.patch(order, orderId, { purchaseOrderFileId: fileId });
    const replacedFile = before === null ? undefined : await tx.get(s3File, before);
    if (replacedFile && !replacedFile.deleted) {
      await tx.patch(s3File, replacedFile.id, { status: 'DELETED', deleted: true });
      await recordEvent(tx, context, {
        type: 'FILE_DELETED',
        targetType: 'Order',
        targetId: orderId,
        data: { file: replacedFile.title },
        customerVisible: true,
      });
    }
    return applied;
  },
});
