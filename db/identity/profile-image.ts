import { z } from 'zod';
import { limitNameOf } from '#db/access/grants.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, merged } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { s3File } from '#db/records/files/s3-file.ts';
import { int, ref } from '#db/values/field-types.ts';
import { onlineOnly } from './online-only.ts';
import { user } from './user.ts';
import { userCompany } from './user-company.ts';

/** Set an uploaded picture as the person's picture; the previous one is deleted. */
export const setProfileImage = defineOperation({
  name: 'set-profile-image',
  version: 1,
  kind: 'intent',
  title: 'Set profile image',
  grant: 'users/profile-image:update',
  args: z.strictObject({ fileId: ref, size: int.min(1), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  subjects: () => [],
  async run(tx, { fileId, size, sha256 }, context) {
    onlineOnly(context);
    const { userId } = context.actor;
    const file = await tx.get(s3File, fileId);
    const person = await tx.get(user, userId);
    if (!person || file?.uploadedById !== userId || file.fileType !== 'IMAGE')
      throw refuse('NOT_FOUND', 'This picture was not announced. Choose it again.');
    if (file.status !== 'PENDING')
      throw refuse('ALREADY_STORED', 'This picture has already been sent. Choose it again.');
    const before = person.image ? await tx.get(s3File, person.image) : undefined;
    if (before) await tx.patch(s3File, before.id, { status: 'DELETED', deleted: true });
    await tx.patch(s3File, fileId, {
      status: 'STORED',
      size,
      sha256,
      targetType: 'User',
      targetId: userId,
    });
    await tx.patch(user, userId, { image: fileId });
    await recordEvent(tx, context, {
      type: 'FILE_UPLOADED',
      targetType: 'User',
      targetId: userId,
      data: { file: 'profile image' },
    });
    return applied;
  },
});

/** Remove a person's picture: one's own, or for administrators that of any person of the business entity. */
export const removeProfileImage = defineOperation({
  name: 'remove-profile-image',
  version: 1,
  kind: 'intent',
  title: 'Remove profile image',
  grant: 'users/profile-image:delete',
  args: z.strictObject({ userId: ref }),
  subjects: () => [],
  async run(tx, { userId }, context) {
    onlineOnly(context);
    const { actor } = context;
    const onlyOwn = limitNameOf(actor.role, 'users/profile-image:delete') === 'own';
    const person = await tx.get(user, userId);
    const member = await tx.find(userCompany, { userId });
    if (!person || member.length === 0 || (onlyOwn && userId !== actor.userId))
      throw refuse('NOT_FOUND', MESSAGES.notFound);
    if (person.image === null) return merged('NO_IMAGE', 'There was no profile image.');
    const file = await tx.get(s3File, person.image);
    if (file) await tx.patch(s3File, file.id, { status: 'DELETED', deleted: true });
    await tx.patch(user, userId, { image: null });
    await recordEvent(tx, context, {
      type: 'FILE_DELETED',
      targetType: 'User',
      targetId: userId,
      data: { file: 'profile image' },
    });
    return applied;
  },
});
