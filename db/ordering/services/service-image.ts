import { z } from 'zod';
import { applied, defineOperation, merged, type OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { s3File } from '#db/records/files/s3-file.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { type Service, service } from './service.ts';
import { openService } from './update-service.ts';

/** The maximum size of a catalog picture, in bytes; browsers scale theirs down to far less. */
export const MAX_SERVICE_IMAGE_SIZE = 5_000_000;
const BUCKET = 'images';

/** Return the storage key of a service's picture. */
export const serviceImageKey = (fileId: string): string => `${BUCKET}/${fileId}`;

async function forgetImage(tx: Transaction, { imageFileId }: Service): Promise<void> {
  const before = imageFileId === null ? undefined : await tx.get(s3File, imageFileId);
  if (before) await tx.patch(s3File, before.id, { status: 'DELETED', deleted: true });
}

const recordImageChange = (tx: Transaction, context: OperationContext, row: Service, to: string) =>
  recordEvent(tx, context, {
    type: 'SERVICE_UPDATED',
    targetType: 'Service',
    targetId: row.id,
    data: { changed: [{ field: 'picture', from: row.imageFileId === null ? 'none' : 'a picture', to }] },
  });

/** Set an uploaded picture as the catalog picture of a service; the previous one is deleted. */
export const setServiceImage = defineOperation({
  name: 'set-service-image',
  version: 1,
  kind: 'intent',
  title: 'Set picture of a service',
  grant: 'lab/services:update',
  args: z.strictObject({
    serviceId: Id,
    fileId: Id,
    size: z.int().min(1).max(MAX_SERVICE_IMAGE_SIZE),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  subjects: ({ serviceId }) => [serviceId],
  async run(tx, { serviceId, fileId, size, sha256 }, context) {
    const row = await openService(tx, context, serviceId);
    await forgetImage(tx, row);
    await tx.insert(s3File, {
      id: fileId,
      title: `${row.slug}.jpg`,
      size,
      type: 'image/jpeg',
      fileType: 'IMAGE',
      subType: null,
      bucket: BUCKET,
      key: serviceImageKey(fileId),
      status: 'STORED',
      sha256,
      scanStatus: 'CLEAN',
      targetType: 'Service',
      targetId: serviceId,
      customerVisible: true,
      uploadedById: context.actor.userId,
      downloadCount: 0,
    });
    await tx.patch(service, serviceId, { imageFileId: fileId });
    await recordImageChange(tx, context, row, 'a new one');
    return applied;
  },
});

/** Remove the picture of a service from the catalog. */
export const removeServiceImage = defineOperation({
  name: 'remove-service-image',
  version: 1,
  kind: 'intent',
  title: 'Remove picture of a service',
  grant: 'lab/services:update',
  args: z.strictObject({ serviceId: Id }),
  subjects: ({ serviceId }) => [serviceId],
  async run(tx, { serviceId }, context) {
    const row = await openService(tx, context, serviceId);
    if (row.imageFileId === null) return merged('NO_IMAGE', 'The service had no picture.');
    await forgetImage(tx, row);
    await tx.patch(service, serviceId, { imageFileId: null });
    await recordImageChange(tx, context, row, 'none');
    return applied;
  },
});
