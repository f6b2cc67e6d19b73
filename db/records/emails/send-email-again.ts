import { z } from 'zod';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { type Email, email } from './email.ts';

/**
 * Check whether this email can be sent again. After a final failure the text with a link that opens an
 * account is deleted.
 */
export const isSendable = ({ status, text }: Pick<Email, 'status' | 'text'>): boolean =>
  status === 'FAILED' && text !== '';

/** Queue an email that finally failed for delivery again, at once. */
export const sendEmailAgain = defineOperation({
  name: 'send-email-again',
  version: 1,
  kind: 'intent',
  title: 'Send email again',
  grant: 'emails:update',
  args: z.strictObject({ emailId: Id }),
  subjects: ({ emailId }) => [emailId],
  async run(tx, { emailId }, context) {
    onlineOnly(context);
    const row = await tx.get(email, emailId);
    if (!row || row.deleted || row.entity !== context.actor.entity)
      throw new AppError('NOT_FOUND', MESSAGES.notFound);
    if (row.status !== 'FAILED')
      throw refuse('EMAIL_NOT_FAILED', 'Only an email that failed can be sent again.');
    if (!isSendable(row))
      throw refuse(
        'EMAIL_NOT_KEPT',
        'The link in this email is not kept. Ask its receiver to have a new one sent.',
      );
    await tx.patch(email, row.id, {
      status: 'QUEUED',
      attempts: 0,
      nextAttemptAt: context.occurredAt,
      lastError: null,
    });
    return applied;
  },
});
