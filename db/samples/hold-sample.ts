import { z } from 'zod';
import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import type { CheckOutPurpose } from './check-out-purpose.ts';
import { doneBy, holderOf, isLater, type JsonData } from './custody-chain.ts';
import { hoursAfter } from './due-back.ts';
import { placeNow } from './place-samples.ts';
import { type Sample, sample as sampleEntity } from './sample.ts';
import { sightingsOf } from './sightings.ts';

/** Somebody took a sample into their hands. */
export interface Holding {
  sample: Sample;
  purpose: CheckOutPurpose;
  /** Hours after which it is due back, where the person said so. */
  dueHours?: number | undefined;
  /** Chosen or typed, not scanned. */
  typed?: boolean;
  bulkId?: string;
}

/** In how many hours what is taken out is due back: chosen by the person who takes it. */
export const DueHoursArg = z.int().min(1).max(720).optional();

/**
 * Checks a sample out to the person who acts; its slot stays reserved. When somebody else has it, the later of the two
 * holds it and both are in the chain (domain 5.11, cases 5 and 6). Returns the text that the person must read, or null.
 */
export async function holdSample(
  tx: Transaction,
  context: OperationContext,
  holding: Holding,
): Promise<string | null> {
  const { sample, purpose, dueHours } = holding;
  const dueBackAt = dueHours === undefined ? null : hoursAfter(context.occurredAt, dueHours);
  const { held } = await sightingsOf(tx, sample);
  const from = await placeNow(tx, sample);
  const holder = sample.custodianUserId === null ? null : held ? holderOf(held) : 'somebody else';
  const other = holder !== null && sample.custodianUserId !== context.actor.userId;
  const later = isLater(context, held);
  const data: JsonData = { from, purpose, by: context.actor.name };
  if (holding.bulkId !== undefined) data['bulkId'] = holding.bulkId;
  if (holding.typed) data['typed'] = true;
  if (!later) data['superseded'] = true;
  if (dueBackAt !== null) data['dueBackAt'] = dueBackAt;
  await recordEvent(tx, context, {
    type: 'SAMPLE_CHECKED_OUT',
    targetType: 'Sample',
    targetId: sample.id,
    data,
  });
  if (!later) {
    if (other) return `Sample ${sample.barcode} is checked out to ${holder}.`;
    return held && holder === null ? `Sample ${sample.barcode} was put away later by ${doneBy(held)}.` : null;
  }
  if (other) await recordTakeOver(tx, context, sample, holder);
  await tx.patch(sampleEntity, sample.id, {
    custodianUserId: context.actor.userId,
    checkedOutAt: context.occurredAt,
    checkOutPurpose: purpose,
    dueBackAt,
  });
  return other
    ? `Sample ${sample.barcode} was checked out to ${holder}; it is now checked out to you.`
    : null;
}

const recordTakeOver = (
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
  fromName: string,
): Promise<string> =>
  recordEvent(tx, context, {
    type: 'SAMPLE_CUSTODY_TRANSFERRED',
    targetType: 'Sample',
    targetId: sample.id,
    data: {
      fromUserId: sample.custodianUserId,
      fromName,
      toUserId: context.actor.userId,
      toName: context.actor.name,
      by: context.actor.name,
    },
  });
