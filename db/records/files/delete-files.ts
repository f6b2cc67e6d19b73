import { z } from 'zod';
import { limitNameOf } from '#db/access/grants.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { user } from '#db/identity/user.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { type Order, order } from '#db/ordering/orders/order.ts';
import { competence } from '#db/protocols/competences/competence.ts';
import { isProcedureFile } from '#db/protocols/procedures/procedure-file.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import type { Transaction } from '#db/transaction.ts';
import { longText, requiredText } from '#db/values/field-types.ts';
import { FileType } from './file-type.ts';
import { type S3File, s3File } from './s3-file.ts';

/** Find the order of a file, as far as it decides whether the file may be deleted. */
async function orderOf(tx: Transaction, file: S3File): Promise<Order | undefined> {
  return file.targetType === 'Order' && file.targetId ? await tx.get(order, file.targetId) : undefined;
}

/**
 * Check whether this person may delete this file: some roles only their own uploads, some only in a draft.
 */
async function isRemovable(tx: Transaction, { actor }: OperationContext, file: S3File): Promise<boolean> {
  const limit = limitNameOf(actor.role, 's3/delete:delete');
  if (limit !== null && file.uploadedById !== actor.userId) return false;
  const owner = limit === 'own draft' ? await orderOf(tx, file) : undefined;
  return owner === undefined || owner.status === 'DRAFT';
}

/** Clear the file on its draft order; a submitted order keeps its purchase order. */
async function leaveOrder(tx: Transaction, file: S3File): Promise<void> {
  const owner = await orderOf(tx, file);
  if (owner?.purchaseOrderFileId !== file.id) return;
  if (owner.status !== 'DRAFT')
    throw refuse('IN_USE', 'The purchase order of a submitted order stays with the order.');
  await tx.patch(order, owner.id, { purchaseOrderFileId: null });
}

/** Refuse to delete the statement on which a clinical tube was relabeled; it belongs to that decision. */
async function keepStatement(tx: Transaction, file: S3File): Promise<void> {
  if (file.targetType !== 'Specimen' || file.targetId === null) return;
  const decided = await tx.find(discrepancy, { specimenId: file.targetId });
  if (decided.some(({ statementFileId }) => statementFileId === file.id))
    throw refuse('IN_USE', 'A tube was relabeled on this statement: it stays with the specimen.');
}

/** Refuse to delete the evidence of a training, also of a revoked one: what was signed relied on it. */
async function keepEvidence(tx: Transaction, file: S3File): Promise<void> {
  if (file.fileType === 'LAB_DOCUMENT' && (await tx.find(competence, { fileId: file.id })).length > 0)
    throw refuse('IN_USE', 'This file is the evidence of a training and stays with its record.');
}

async function remove(
  tx: Transaction,
  context: OperationContext,
  file: S3File,
  reason: string | null,
): Promise<void> {
  await leaveOrder(tx, file);
  await keepStatement(tx, file);
  await keepEvidence(tx, file);
  if (isProcedureFile(file))
    throw refuse('IN_USE', 'Versions of procedures show this file. Replace it in the designer.');
  await tx.patch(s3File, file.id, { status: 'DELETED', deleted: true });
  const isPortrait = file.fileType === 'IMAGE' && file.targetType === 'User' && file.targetId !== null;
  const person = isPortrait && file.targetId ? await tx.get(user, file.targetId) : undefined;
  if (person?.image === file.id) await tx.patch(user, person.id, { image: null });
  await recordEvent(tx, context, {
    type: 'FILE_DELETED',
    targetType: file.targetType ?? 'S3File',
    targetId: file.targetId ?? file.id,
    data: { file: file.title, ...(reason === null ? {} : { reason }) },
    customerVisible: file.customerVisible && file.targetType !== null && !isPortrait,
  });
}

/** Delete stored files by their keys, all or none; some roles only their own uploads. */
export const deleteFiles = defineOperation({
  name: 'delete-files',
  version: 1,
  kind: 'intent',
  title: 'Delete files',
  grant: 's3/delete:delete',
  args: z.strictObject({
    fileType: FileType,
    keys: z.array(requiredText).min(1).max(100),
    reason: longText.nullable(),
  }),
  subjects: () => [],
  async run(tx, { fileType, keys, reason }, context) {
    onlineOnly(context);
    const files = await tx.find(s3File, { key: [...new Set(keys)] });
    const removable: S3File[] = [];
    for (const file of files)
      if (file.fileType === fileType && (await isRemovable(tx, context, file))) removable.push(file);
    if (removable.length < new Set(keys).size) throw refuse('NOT_FOUND', MESSAGES.notFound);
    for (const file of removable) await remove(tx, context, file, reason);
    return applied;
  },
});
