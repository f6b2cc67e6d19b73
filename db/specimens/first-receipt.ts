import { event } from '#db/records/event.ts';
import type { Transaction } from '#db/transaction.ts';

/** How a specimen was received that is there. */
export interface FirstReceipt {
  scannedCode: string | null;
  /** Whoever received it saw another tube with the same label. */
  duplicateLabel: boolean;
  by: string;
  userId: string | null;
  occurredAt: string;
  operationId: string;
}

/** Reads from a specimen's history who received what is there of it. */
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
