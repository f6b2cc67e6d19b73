import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { sample } from './sample.ts';

/** The largest volume that anybody may enter, in µL: one liter. */
const MAX_VOLUME = 1_000_000;

/** A measured volume in µL: not negative, at most three decimals, one liter at most. */
export const Volume = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,3})?$/, 'Enter a volume in µL with at most three decimals.')
  .refine((text) => Number(text) <= MAX_VOLUME, 'Enter a volume of at most 1000000 µL.');

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
