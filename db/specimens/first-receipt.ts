import { event } from '#db/records/event.ts';
import type { Transaction } from '#db/transaction.ts';

/** The first receipt of a received specimen. */
export interface FirstReceipt {
  scannedCode: string | null;
  /** True when the receiver saw another tube with the same label. */
  duplicateLabel: boolean;
  by: string;
  userId: string | null;
  occurredAt: string;
  operationId: string;
}

/** Find who received the present material of a specimen, by its history. */
export async function firstReceipt(tx: Transaction, specimenId: string): Promise<FirstReceipt | undefined> {
  const events = await tx.find(event, { targetId: specimenId });
  const last = events
    .filter((one) => one.type === 'SPECIMEN_ACCESSIONED')
    .sort((a, b) => (`${a.occurredAt} ${a.id}` < `${b.occurredAt} ${b.id}` ? -1 : 1))
    .at(-1);
  if (!last) return undefined;
  const { scannedCode, by } = last.data;
  return {
    scannedCode: typeof scannedCode === 'string' ? scannedCode : null,
    duplicateLabel: last.data['duplicateLabel'] === true,
    by: typeof by === 'string' ? by : 'the system',
    userId: last.userId,
    occurredAt: last.occurredAt,
    operationId: String(last.data['operationId']),
  };
}
