import { event } from '#db/records/event.ts';
import type { ConflictVersion } from '#db/records/sync-conflict.ts';
import type { Transaction } from '#db/transaction.ts';

/** The newest change of a batch's plate that concerns a well, as a conflict shows it; null when there is none. */
export async function lastLayoutAct(
  tx: Transaction,
  batchId: string,
  well: string | null,
): Promise<ConflictVersion | null> {
  const events = await tx.find(event, { targetId: batchId });
  const acts = events.filter((one) => one.type === 'BATCH_LAYOUT_CHANGED');
  const about = acts.filter((one) => one.data['well'] === well);
  const last = (about.length > 0 ? about : acts).sort((a, b) => (a.id < b.id ? -1 : 1)).at(-1);
  if (!last) return null;
  const text = (key: string, otherwise: string): string => {
    const value = last.data[key];
    return typeof value === 'string' ? value : otherwise;
  };
  return {
    userId: last.userId,
    name: text('by', 'the system'),
    occurredAt: last.occurredAt,
    label: `${text('barcode', 'Another sample')} in ${text('well', 'the batch')}`,
    value: { batchId, sampleId: text('id', ''), well },
  };
}
