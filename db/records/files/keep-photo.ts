import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { Id } from '#db/values/id.ts';
import { s3File } from './s3-file.ts';

/** Size limit of a photo in bytes; devices scale theirs far below it. */
export const MAX_PHOTO_SIZE = 5_000_000;
/** The store folder for photos. */
const BUCKET = 'lab-documents';

/** Build the key of a photo from its content, so that a photo that is sent twice is stored once. */
export const photoKey = (fileId: string, sha256: string): string =>
  `${BUCKET}/${fileId}-${sha256.slice(0, 32)}`;

/**
 * Store a photo that was taken at receiving. The device mints its id, and the receipt refers to that id
 * before or after the photo arrives. Sending it again changes nothing.
 */
export const keepPhoto = defineOperation({
  name: 'keep-photo',
  version: 1,
  kind: 'intent',
  title: 'Keep photo',
  grant: 'lab/custody:update',
  args: z.strictObject({
    fileId: Id,
    accessionGroupId: Id,
    size: z.int().min(1).max(MAX_PHOTO_SIZE),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  subjects: () => [],
  async run(tx, { fileId, accessionGroupId, size, sha256 }, context) {
    onlineOnly(context);
    const { userId } = context.actor;
    const known = await tx.get(s3File, fileId);
    if (known?.uploadedById === userId && known.sha256 === sha256 && known.targetId === accessionGroupId)
      return applied;
    if (known) throw refuse('PHOTO_ID_TAKEN', 'Another file has the id of this photo. Take the photo again.');
    await tx.insert(s3File, {
      id: fileId,
      title: `photo-${fileId}.jpg`,
      size,
      type: 'image/jpeg',
      fileType: 'LAB_DOCUMENT',
      subType: 'ATTACHMENT',
      bucket: BUCKET,
      key: photoKey(fileId, sha256),
      status: 'STORED',
      sha256,
      scanStatus: 'WAITING',
      targetType: 'AccessionGroup',
      targetId: accessionGroupId,
      customerVisible: false,
      uploadedById: userId,
      downloadCount: 0,
    });
    await recordEvent(tx, context, {
      type: 'FILE_UPLOADED',
      targetType: 'AccessionGroup',
      targetId: accessionGroupId,
      data: { file: 'Photo taken at receiving' },
      customerVisible: false,
    });
    return applied;
  },
});
