import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { ref } from '#db/values/field-types.ts';
import { requireAttachable } from './announce-document.ts';
import { FileTargetType } from './file-target-type.ts';
import { recordEvent } from './record-event.ts';
import { s3File } from './s3-file.ts';

/** Mark a document as stored after it has arrived whole and was checked. */
export const storeDocument = defineOperation({
  name: 'store-document',
  version: 1,
  kind: 'intent',
  title: 'Store document',
  grant: 's3:create',
  args: z.strictObject({ fileId: ref, size: z.int().min(1), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  subjects: () => [],
  async run(tx, { fileId, size, sha256 }, context) {
    onlineOnly(context);
    const file = await tx.get(s3File, fileId);
    if (file?.uploadedById !== context.actor.userId || file.deleted)
      throw refuse('NOT_FOUND', 'This file was not announced. Choose it again.');
    if (file.status !== 'PENDING')
      throw refuse('ALREADY_STORED', 'This file has already been sent. Choose it again.');
    const targetType = file.targetType === null ? null : FileTargetType.parse(file.targetType);
    // Since the announcement the order may have advanced, or the person may have changed company.
    await requireAttachable(tx, context, { ...file, targetType });
    await tx.patch(s3File, fileId, { status: 'STORED', size, sha256 });
    await recordEvent(tx, context, {
      type: 'FILE_UPLOADED',
      targetType: file.targetType ?? 'S3File',
      targetId: file.targetId ?? fileId,
      data: { file: file.title },
      customerVisible: file.customerVisible && file.targetType !== null,
    });
    return applied;
  },
});
