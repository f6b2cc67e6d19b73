import { Decimal } from 'decimal.js';
import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { sample } from './sample.ts';

/**
 * Book a delta on a sample's volume, with its event; an unknown volume stays unknown. `booked` names the
 * purpose; with a purpose, a delta of zero is recorded too.
 */
export async function changeVolume(
  tx: Transaction,
  context: OperationContext,
  sampleId: string,
  delta: Decimal,
  reason: string,
  booked: Record<string, string> = {},
): Promise<void> {
  const row = await tx.get(sample, sampleId);
  if (!row || row.remainingVolume === null) return;
  if (delta.isZero() && Object.keys(booked).length === 0) return;
  const after = new Decimal(row.remainingVolume).plus(delta).toFixed();
  await tx.patch(sample, row.id, { remainingVolume: after });
  await recordEvent(tx, context, {
    type: 'SAMPLE_VOLUME_CHANGED',
    targetType: 'Sample',
    targetId: row.id,
    data: { from: row.remainingVolume, to: after, delta: delta.toFixed(), reason, ...booked },
  });
}
