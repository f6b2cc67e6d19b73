import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { type HelpVideo, helpVideo } from './help-video.ts';
import { HelpVideoChange, HelpVideoForm, HelpVideoRemoval } from './help-video-form.ts';

interface VideoRef {
  videoId: string;
  seenVersion: number;
}

async function videoToChange(
  tx: Transaction,
  context: OperationContext,
  { videoId, seenVersion }: VideoRef,
): Promise<HelpVideo> {
  onlineOnly(context);
  const row = await tx.get(helpVideo, videoId);
  if (!row || row.deleted || row.entity !== context.actor.entity)
    throw refuse('NOT_FOUND', MESSAGES.notFound);
  if (row.version !== seenVersion)
    throw refuse('STALE_VERSION', 'Somebody else has changed this video meanwhile. Load the page again.');
  return row;
}

/** Add a video to the help of this business entity. */
export const addHelpVideo = defineOperation({
  name: 'add-help-video',
  version: 1,
  kind: 'intent',
  title: 'Add help video',
  grant: 'support:update',
  args: z.strictObject({ videoId: Id, form: HelpVideoForm }),
  subjects: ({ videoId }) => [videoId],
  async run(tx, { videoId, form }, context) {
    onlineOnly(context);
    if (await tx.get(helpVideo, videoId)) throw refuse('CONFLICT', 'This video has been added already.');
    await tx.insert(helpVideo, { id: videoId, ...form });
    return applied;
  },
});

/** Change the details or the address of a help video. */
export const editHelpVideo = defineOperation({
  name: 'edit-help-video',
  version: 1,
  kind: 'intent',
  title: 'Change help video',
  grant: 'support:update',
  args: HelpVideoChange.extend({ videoId: Id }),
  subjects: ({ videoId }) => [videoId],
  async run(tx, { form, ...videoRef }, context) {
    const { id } = await videoToChange(tx, context, videoRef);
    await tx.patch(helpVideo, id, form);
    return applied;
  },
});

/** Remove a video from the help. */
export const removeHelpVideo = defineOperation({
  name: 'remove-help-video',
  version: 1,
  kind: 'intent',
  title: 'Remove help video',
  grant: 'support:delete',
  args: HelpVideoRemoval.extend({ videoId: Id }),
  subjects: ({ videoId }) => [videoId],
  async run(tx, { reason: _reason, ...videoRef }, context) {
    const { id } = await videoToChange(tx, context, videoRef);
    await tx.patch(helpVideo, id, { deleted: true });
    return applied;
  },
});
