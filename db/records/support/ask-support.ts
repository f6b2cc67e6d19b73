import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { s3File } from '#db/records/files/s3-file.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { oneLine } from '#db/values/one-line.ts';
import { assertSupportTransition, SupportStatusChange, supportRequest } from './support-request.ts';
import { SupportRequestForm } from './support-request-form.ts';

/** Attach only files that this person uploaded for this request; nobody attaches the file of another. */
async function attach(tx: Transaction, context: OperationContext, requestId: string, fileId: string) {
  const file = await tx.get(s3File, fileId);
  const fits =
    file?.status === 'STORED' &&
    !file.deleted &&
    file.fileType === 'UPLOADED_DOCUMENT' &&
    file.targetId === null &&
    file.uploadedById === context.actor.userId;
  if (!fits) throw refuse('NOT_FOUND', 'An attachment is not there any more. Attach it again.');
  await tx.patch(s3File, fileId, {
    targetType: 'SupportRequest',
    targetId: requestId,
    // The sender sees the file as its owner; colleagues do not.
    customerVisible: false,
  });
}

/** Send a message to the lab, with files. */
export const askSupport = defineOperation({
  name: 'ask-support',
  version: 1,
  kind: 'intent',
  title: 'Ask support',
  grant: 'support:create',
  args: SupportRequestForm.extend({ requestId: Id, reference: oneLine('', 20) }),
  subjects: ({ requestId }) => [requestId],
  async run(tx, { requestId, reference, subject, about, message, fileIds }, context) {
    onlineOnly(context);
    const { userId, companyId } = context.actor;
    await tx.insert(supportRequest, {
      id: requestId,
      reference,
      subject,
      about,
      message,
      status: 'OPEN',
      userId,
      companyId,
    });
    for (const fileId of new Set(fileIds)) await attach(tx, context, requestId, fileId);
    return applied;
  },
});

/** Close a support request with its outcome, or reopen a closed one with the reason. */
export const changeSupportStatus = defineOperation({
  name: 'change-support-status',
  version: 1,
  kind: 'intent',
  title: 'Close or reopen support request',
  grant: 'support:update',
  args: SupportStatusChange.extend({ requestId: Id }),
  subjects: ({ requestId }) => [requestId],
  async run(tx, { requestId, seenVersion, status, reason }, context) {
    onlineOnly(context);
    const row = await tx.get(supportRequest, requestId);
    if (!row || row.deleted || row.entity !== context.actor.entity)
      throw refuse('NOT_FOUND', MESSAGES.notFound);
    if (row.version !== seenVersion)
      throw refuse(
        'STALE_VERSION',
        'Somebody else has worked on this request meanwhile. Load the page again.',
      );
    assertSupportTransition(row.status, status);
    const closed = status === 'CLOSED';
    await tx.patch(supportRequest, requestId, {
      status,
      outcome: closed ? reason : null,
      closedAt: closed ? context.occurredAt : null,
      closedById: closed ? context.actor.userId : null,
    });
    return applied;
  },
});
