import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, conflicted, merged, type OperationContext, type RuleResult } from '#db/operation.ts';
import type { Signer } from '#db/protocols/signing/write-signature.ts';
import { openConflict } from '#db/records/conflicts/open-conflict.ts';
import type { EventType } from '#db/records/events/event-type.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { recordCustody, settleCustody } from '#db/samples/custody/record-custody.ts';
import { sightingsOf } from '#db/samples/custody/sightings.ts';
import { sampleOf } from '#db/samples/find-sample.ts';
import { mirrorPlace, readCurrentPlace } from '#db/samples/placing/place-samples.ts';
import { type Sample, sample as sampleEntity } from '#db/samples/sample.ts';
import { STORAGE_TYPE, type StorageManagement, storageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import {
  DISPOSED_AND_USED,
  disposedProblem,
  ENDED_TWICE,
  endVersion,
  frozenProblem,
} from './disposal-bar.ts';
import { batchProblem, isClinical } from './end-guards.ts';
import { type ConcurrentUse, findConcurrentUse } from './find-concurrent-use.ts';
import { endHash, requireSecondPerson } from './second-person.ts';

/** Arguments of disposal and of sending back to the client. */
export const EndArgs = z
  .strictObject({
    bulkId: Id,
    sampleIds: z.array(Id).min(1).max(200),
    reason: z.string().trim().min(1).max(2_000),
    reviewerUserId: Id.nullable(),
    reviewerProof: z.string().max(5_000).nullable(),
  })
  .refine((args) => new Set(args.sampleIds).size === args.sampleIds.length, 'A sample is listed twice.');
export type EndArgs = z.infer<typeof EndArgs>;

/** One of the two ends, with the guards for each sample. */
export interface End {
  place: 'DISPOSED' | 'SENT_TO_CLIENT';
  event: EventType;
  guard(
    tx: Transaction,
    sample: Sample,
    context: OperationContext,
  ): Promise<{ code: string; message: string } | null>;
}

/**
 * End the use of samples that leave the lab for good. All guards run before anything changes; a sample that
 * somebody else used meanwhile stays, frozen, until a person decides which is true (domain 5.11, case 7).
 */
export async function endSamples(
  tx: Transaction,
  context: OperationContext,
  args: EndArgs,
  end: End,
): Promise<RuleResult> {
  const place = await endPlace(tx, context, end.place);
  const leavingSamples: Sample[] = [];
  const disputed: { sample: Sample; use: ConcurrentUse }[] = [];
  // A colleague has ended some meanwhile, or a decision about them is open: the others are ended
  // nevertheless.
  const alreadyEnded: { sample: Sample; message: string; frozen: boolean; otherwise: boolean }[] = [];
  for (const id of args.sampleIds) {
    const sample = await sampleOf(tx, id);
    const frozen = await frozenProblem(tx, sample.id, sample.barcode);
    const disposalProblem = frozen ?? (await disposedProblem(tx, sample));
    if (disposalProblem) {
      if (!(await context.changedSinceSeen(sampleEntity, sample.id)))
        throw refuse(disposalProblem.code, disposalProblem.message);
      const otherwise = frozen === null && disposalProblem.code !== `SAMPLE_${end.place}`;
      alreadyEnded.push({ sample, message: disposalProblem.message, frozen: frozen !== null, otherwise });
      continue;
    }
    const use = await findConcurrentUse(tx, context, sample);
    if (use) disputed.push({ sample, use });
    else leavingSamples.push(sample);
  }
  for (const sample of leavingSamples) {
    const problem = (await batchProblem(tx, sample)) ?? (await end.guard(tx, sample, context));
    if (problem) throw refuse(problem.code, problem.message);
  }
  const all = [...leavingSamples, ...disputed.map(({ sample }) => sample)];
  const reviewed = await requireReview(tx, context, args, end, all);
  const dataOf = (sample: Sample) => endData(tx, context, sample, place, { ...args, reviewed });
  for (const sample of leavingSamples) await sendAway(tx, context, sample, place, end, await dataOf(sample));
  for (const { sample, use } of disputed)
    await dispute(tx, context, sample, place, end, await dataOf(sample), use);
  for (const { sample, otherwise } of alreadyEnded) {
    await noteEnd(tx, context, sample, end, await dataOf(sample));
    if (otherwise) await askHowItLeft(tx, context, sample, place, end);
  }
  const also = alreadyEnded.map(({ message, otherwise }) =>
    otherwise ? `${message} A manager must confirm which is true.` : message,
  );
  if (disputed.length === 0) {
    if (alreadyEnded.some(({ otherwise }) => otherwise)) return conflicted('ENDED_TWICE', also.join(' '));
    if (alreadyEnded.some(({ frozen }) => frozen)) return conflicted('SAMPLE_FROZEN', also.join(' '));
    return also.length === 0 ? applied : merged('ALREADY_GONE', also.join(' '));
  }
  const names = disputed.map(({ sample, use }) => `${sample.barcode} ${use.description}`).join(', ');
  return conflicted(
    DISPOSED_AND_USED.toUpperCase().replaceAll('-', '_'),
    [`${names}. A manager must confirm which is true.`, ...also].join(' '),
  );
}

async function endPlace(
  tx: Transaction,
  context: OperationContext,
  type: End['place'],
): Promise<StorageManagement> {
  const places = await tx.find(storageManagement, { type });
  const place = places.find((one) => one.entity === context.actor.entity);
  if (!place)
    throw refuse(
      'END_PLACE_MISSING',
      `${context.actor.entity} has no location “${STORAGE_TYPE[type].label}”; ask an administrator to create it.`,
    );
  return place;
}

/** Who reviewed which of the samples: clinical ones need a second person. */
interface Reviewed {
  signer: Signer;
  sampleIds: readonly string[];
}

async function requireReview(
  tx: Transaction,
  context: OperationContext,
  args: EndArgs,
  end: End,
  samples: readonly Sample[],
): Promise<Reviewed | null> {
  const sampleIds: string[] = [];
  for (const sample of samples) if (await isClinical(tx, sample)) sampleIds.push(sample.id);
  if (sampleIds.length === 0) return null;
  const hash = await endHash(end.place, args);
  return { signer: await requireSecondPerson(tx, context, args, { hash, sampleIds }), sampleIds };
}

const reviewerOf = (sample: Sample, reviewed: Reviewed | null): Signer | undefined =>
  reviewed?.sampleIds.includes(sample.id) ? reviewed.signer : undefined;

async function sendAway(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
  place: StorageManagement,
  end: End,
  data: EndData,
): Promise<void> {
  const sightings = await sightingsOf(tx, sample);
  const event = await recordCustody(tx, context, sample.id, sightings, { type: end.event, data });
  const disposalProblem = await tx.patch(sampleEntity, sample.id, {
    storageLocationId: place.id,
    storagePosition: null,
    positionConflict: false,
    remainingVolume: '0',
  });
  await settleCustody(tx, context, disposalProblem, sightings, event);
  await mirrorPlace(tx, disposalProblem);
}

type EndData = Awaited<ReturnType<typeof endData>>;

const endData = async (
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
  place: StorageManagement,
  args: EndArgs & { reviewed: Reviewed | null },
) => ({
  from: { ...(await readCurrentPlace(tx, sample)) },
  to: { containerId: place.id, container: place.name, position: null },
  volume: sample.remainingVolume,
  reason: args.reason,
  endOf: args.bulkId,
  by: context.actor.name,
  reviewedBy: reviewerOf(sample, args.reviewed)?.name ?? null,
  reviewerRole: reviewerOf(sample, args.reviewed)?.role ?? null,
});

const noteEnd = (
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
  end: End,
  data: EndData,
): Promise<string> =>
  recordEvent(tx, context, {
    type: end.event,
    targetType: 'Sample',
    targetId: sample.id,
    data: { ...data, withheld: true },
  });

// One person disposed of the sample, another sent it to the client: neither is refused, since each of them
// saw it leave.
async function askHowItLeft(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
  place: StorageManagement,
  end: End,
): Promise<void> {
  const { userId, name } = context.actor;
  const own = { userId, name, occurredAt: context.occurredAt, ...endClaim(sample, place, end) };
  const other = await endVersion(tx, sample);
  if (!other) return;
  const [disposed, sentVersion] = end.place === 'DISPOSED' ? [own, other] : [other, own];
  await openConflict(tx, context, {
    kind: ENDED_TWICE,
    targetType: 'Sample',
    targetId: sample.id,
    action: `Say whether ${sample.barcode} was disposed of or sent to the client`,
    mine: sentVersion,
    theirs: disposed,
  });
}

const endClaim = ({ barcode }: Sample, place: StorageManagement, end: End) => ({
  label: end.place === 'DISPOSED' ? `Disposed of ${barcode}` : `Sent ${barcode} to the client`,
  value: { act: 'DISPOSED', endPlaceId: place.id },
});

async function dispute(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
  place: StorageManagement,
  end: End,
  data: EndData,
  use: ConcurrentUse,
): Promise<void> {
  await noteEnd(tx, context, sample, end, data);
  await openConflict(tx, context, {
    kind: DISPOSED_AND_USED,
    targetType: 'Sample',
    targetId: sample.id,
    batchId: sample.batchId,
    action: `Say whether ${sample.barcode} was disposed of or is still there`,
    mine: endClaim(sample, place, end),
    theirs: use.version,
  });
}
