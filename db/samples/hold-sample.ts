import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import type { CheckOutPurpose } from './check-out-purpose.ts';
import { doneBy, holderOf, isLater, type JsonData } from './custody-chain.ts';
import { placeNow } from './place-samples.ts';
import { type Sample, sample as sampleEntity } from './sample.ts';
import { sightingsOf } from './sightings.ts';

/** Somebody took a sample into their hands. */
export interface Holding {
  sample: Sample;
  purpose: CheckOutPurpose;
  bulkId?: string;
}

/** Hours after which a check-out is overdue (domain 5.4). */
export const CHECK_OUT_HOURS = 12;

/** When a checked-out sample is due back, or null. */
export const dueBack = (sample: Pick<Sample, 'checkedOutAt'>): string | null =>
  sample.checkedOutAt === null
    ? null
    : new Date(Date.parse(sample.checkedOutAt) + CHECK_OUT_HOURS * 3_600_000).toISOString();

/** Is a sample out for longer than it may be, at that instant? */
export function isOverdue(sample: Pick<Sample, 'checkedOutAt'>, now: string): boolean {
  const due = dueBack(sample);
  return due !== null && due < now;
}

/**
 * Checks a sample out to the person who acts; its slot stays reserved. When somebody else has it, the later of the two
 * holds it and both are in the chain (domain 5.11, cases 5 and 6). Returns the text that the person must read, or null.
 */
export async function holdSample(
  tx: Transaction,
  context: OperationContext,
  holding: Holding,
): Promise<string | null> {
  const { sample, purpose } = holding;
  const { held } = await sightingsOf(tx, sample);
  const from = await placeNow(tx, sample);
  const holder = sample.custodianUserId === null ? null : held ? holderOf(held) : 'somebody else';
  const other = holder !== null && sample.custodianUserId !== context.actor.userId;
  const later = isLater(context, held);
  const data: JsonData = { from, purpose, by: context.actor.name };
  if (holding.bulkId !== undefined) data['bulkId'] = holding.bulkId;
  if (!later) data['superseded'] = true;
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
