import { z } from 'zod';
import type { OperationContext } from '#db/operation.ts';
import { readCurrentPlace } from '#db/samples/placing/place-samples.ts';
import type { CheckOutPurpose, Sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { doneBy, holderOf, isLater, type JsonData } from './custody-chain.ts';
import { hoursAfter } from './due-back.ts';
import { recordCustody, settleCustody } from './record-custody.ts';
import { sightingsOf } from './sightings.ts';

/** A sample that a person takes. */
export interface Holding {
  sample: Sample;
  purpose: CheckOutPurpose;
  /** Hours until it is due back, where the person chose them. */
  dueHours?: number | undefined;
  /** True when it was chosen or typed, not scanned. */
  typed?: boolean;
  /** The box that was taken with all its samples. */
  boxId?: string;
  bulkId?: string;
}

/** Hours until checked-out samples are due back, as the person chose. */
export const DueHoursArg = z.int().min(1).max(720).optional();

/**
 * The result of a check-out: the text for the person, and whether somebody must decide who has the sample.
 */
export interface HoldResult {
  message: string | null;
  disputed: boolean;
}

/**
 * Check out a sample to the actor; its slot stays reserved. When somebody else holds it, the later of the two
 * becomes the holder and both are in the chain (domain 5.11, cases 5 and 6).
 */
export async function holdSample(
  tx: Transaction,
  context: OperationContext,
  holding: Holding,
): Promise<HoldResult> {
  const { sample, purpose, dueHours } = holding;
  const { userId } = context.actor;
  const sightings = await sightingsOf(tx, sample);
  const data: JsonData = { from: await readCurrentPlace(tx, sample), purpose };
  if (holding.bulkId !== undefined) data['bulkId'] = holding.bulkId;
  if (holding.boxId !== undefined) data['boxId'] = holding.boxId;
  if (holding.typed) data['typed'] = true;
  if (dueHours !== undefined) data['dueBackAt'] = hoursAfter(context.occurredAt, dueHours);
  const { held: heldBefore } = sightings.custody;
  if (!isLater(context, heldBefore?.event ?? sightings.placed)) data['superseded'] = true;
  const event = await recordCustody(tx, context, sample.id, sightings, { type: 'SAMPLE_CHECKED_OUT', data });
  const { after } = await settleCustody(tx, context, sample, sightings, event);
  const { held: currentHold, disputed } = after;
  if (disputed && currentHold && (disputed.id === event.id || currentHold.event.id === event.id)) {
    const name = holderOf(disputed.id === event.id ? currentHold.event : disputed);
    return {
      disputed: true,
      message: `Sample ${sample.barcode} is checked out to ${name}. Scan it, or say who has it.`,
    };
  }
  const isOwnHold = currentHold?.event.id === event.id;
  if (isOwnHold && heldBefore && heldBefore.userId !== userId) {
    const fromName = holderOf(heldBefore.event);
    const from = { fromUserId: heldBefore.userId, fromName, toUserId: userId, toName: context.actor.name };
    const known = { events: [...sightings.events, event] };
    await recordCustody(tx, context, sample.id, known, {
      type: 'SAMPLE_CUSTODY_TRANSFERRED',
      data: { ...from, purpose, dueBackAt: data['dueBackAt'] ?? null },
    });
    return {
      disputed: false,
      message: `Sample ${sample.barcode} was checked out to ${fromName}; it is now checked out to you.`,
    };
  }
  const otherHolder = currentHold !== null && currentHold.userId !== userId;
  if (otherHolder)
    return {
      disputed: false,
      message: `Sample ${sample.barcode} is checked out to ${holderOf(currentHold.event)}.`,
    };
  const putAway =
    !isOwnHold && currentHold === null && sightings.placed && !isLater(context, sightings.placed);
  const byOther = sightings.placed?.userId !== userId;
  return {
    disputed: false,
    message:
      putAway && byOther && sightings.placed
        ? `Sample ${sample.barcode} was checked in later by ${doneBy(sightings.placed)}.`
        : null,
  };
}
