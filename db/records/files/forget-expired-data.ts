import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { isData } from './result-files.ts';
import { s3File } from './s3-file.ts';

/** The reason on data whose retention period is over. */
const RETENTION_ENDED = 'The retention period of the data has ended.';

/** Delete the stored data files among these, never reports; returns the keys of their bytes. */
export async function forgetExpiredData(
  tx: Transaction,
  context: OperationContext,
  fileIds: readonly string[],
): Promise<string[]> {
  const keys: string[] = [];
  for (const file of await tx.find(s3File, { id: [...fileIds] })) {
    if (file.status !== 'STORED' || file.deleted || !isData(file.subType)) continue;
    await tx.patch(s3File, file.id, { status: 'DELETED', deleted: true });
    await recordEvent(tx, context, {
      type: 'FILE_DELETED',
      targetType: file.targetType ?? 'S3File',
      targetId: file.targetId ?? file.id,
      data: { file: file.title, reason: RETENTION_ENDED },
      customerVisible: file.customerVisible && file.targetType !== null,
    });
    keys.push(file.key);
  }
  return keys;
}
