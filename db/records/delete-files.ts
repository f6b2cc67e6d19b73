import { z } from 'zod';
import { limitNameOf } from '#db/access/grants.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { user } from '#db/identity/user.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { requiredText } from '#db/values/field-types.ts';
import { FileType } from './file-type.ts';
import { recordEvent } from './record-event.ts';
import { type S3File, s3File } from './s3-file.ts';

async function remove(tx: Transaction, context: OperationContext, file: S3File): Promise<void> {
  await tx.patch(s3File, file.id, { status: 'DELETED', deleted: true });
  const isPortrait = file.fileType === 'IMAGE' && file.targetType === 'User' && file.targetId !== null;
  const person = isPortrait && file.targetId ? await tx.get(user, file.targetId) : undefined;
  if (person?.image === file.id) await tx.patch(user, person.id, { image: null });
  await recordEvent(tx, context, {
    type: 'FILE_DELETED',
    targetType: file.targetType ?? 'S3File',
    targetId: file.targetId ?? file.id,
    data: { file: file.title },
  });
}

/** Deletes stored files by their keys, all or none; with a limit only those that the person has uploaded. */
export const deleteFiles = defineOperation({
  name: 'delete-files',
  version: 1,
  kind: 'intent',
  title: 'Delete files',
  grant: 's3/delete:delete',
  args: z.strictObject({ fileType: FileType, keys: z.array(requiredText).min(1).max(100) }),
  subjects: () => [],
  async run(tx, { fileType, keys }, context) {
    onlineOnly(context);
    const files = await tx.find(s3File, { key: [...new Set(keys)] });
    const onlyOwn = limitNameOf(context.actor.role, 's3/delete:delete') !== null;
    const removable = files.filter(
      (file) => file.fileType === fileType && (!onlyOwn || file.uploadedById === context.actor.userId),
    );
    if (removable.length < new Set(keys).size) throw refuse('NOT_FOUND', MESSAGES.notFound);
    for (const file of removable) await remove(tx, context, file);
    return applied;
  },
});
