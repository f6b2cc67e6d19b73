import { z } from 'zod';
import { seesAllCompanies } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { ref } from '#db/values/field-types.ts';
import { isResult } from './result-files.ts';
import { type S3File, s3File } from './s3-file.ts';

/** List the specimens with results in this file: its own, or all released ones of its order. */
async function specimensOf(tx: Transaction, { targetType, targetId }: S3File): Promise<string[]> {
  if (targetId === null) return [];
  if (targetType === 'Specimen') return [targetId];
  if (targetType !== 'Order') return [];
  const all = await tx.find(specimen, { orderId: targetId });
  return all.filter((one) => one.resultsReleasedAt !== null && !one.deleted).map(({ id }) => id);
}

/**
 * Record that a customer fetched a result: the specimens show it from the first time on, each time is an
 * event.
 */
export const recordDownload = defineOperation({
  name: 'record-download',
  version: 1,
  kind: 'intent',
  title: 'Download results',
  grant: 's3:read',
  args: z.strictObject({ fileId: ref }),
  subjects: () => [],
  async run(tx, { fileId }, context) {
    onlineOnly(context);
    const file = await tx.get(s3File, fileId);
    if (file?.status !== 'STORED' || file.deleted || !isResult(file.subType) || file.targetId === null)
      throw refuse('NOT_FOUND', MESSAGES.notFound);
    if (seesAllCompanies(context.actor.role))
      throw refuse('FORBIDDEN', 'Only customer downloads are recorded.');
    const ids = await specimensOf(tx, file);
    for (const row of ids.length === 0 ? [] : await tx.find(specimen, { id: ids }))
      if (!row.isDataDownloaded) await tx.patch(specimen, row.id, { isDataDownloaded: true });
    await recordEvent(tx, context, {
      type: 'RESULTS_DOWNLOADED',
      targetType: file.targetType ?? 'S3File',
      targetId: file.targetId,
      data: { file: file.title },
      customerVisible: true,
    });
    return applied;
  },
});
