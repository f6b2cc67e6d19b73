import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { supportRequest } from './support-request.ts';
import { assertSupportTransition, SupportRequestStatus } from './support-request-status.ts';

/** Close a support request with its outcome, or reopen a closed one with the reason. */
export const changeSupportStatus = defineOperation({
  name: 'change-support-status',
  version: 1,
  kind: 'intent',
  title: 'Close or reopen support request',
  grant: 'support:update',
  args: z.strictObject({ requestId: Id, seenVersion: z.int(), status: SupportRequestStatus, reason: Reason }),
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
