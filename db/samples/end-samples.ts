import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, conflicted, merged, type OperationContext, type RuleResult } from '#db/operation.ts';
import type { EventType } from '#db/records/event-type.ts';
import { openConflict } from '#db/records/open-conflict.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { type StorageManagement, storageManagement } from '#db/storage/storage-management.ts';
import { STORAGE_TYPE } from '#db/storage/storage-type.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { DISPOSED_AND_USED, disposedProblem, frozenProblem } from './disposal-bar.ts';
import { batchProblem, isClinical } from './end-guards.ts';
import { sampleOf } from './find-placed.ts';
import { mirrorPlace, placeNow } from './place-samples.ts';
import { recordCustody, settleCustody } from './record-custody.ts';
import { type Sample, sample as sampleEntity } from './sample.ts';
import { endHash, requireSecondPerson } from './second-person.ts';
import { sightingsOf } from './sightings.ts';
import { type UnseenUse, usedUnseen } from './used-unseen.ts';

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

/** Which of the two ends, and what must hold for each sample. */
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
 * Samples leave the lab for good. All guards are asked before anything changes; a sample that somebody else used
 * meanwhile stays, frozen, until a person says which is true (domain 5.11, case 7).
 */
export async function endSamples(
  tx: Transaction,
  context: OperationContext,
  args: EndArgs,
  end: End,
): Promise<RuleResult> {
  const place = await endPlace(tx, context, end.place);
  const going: Sample[] = [];
  const disputed: { sample: Sample; use: UnseenUse }[] = [];
  // A colleague has ended them meanwhile, or it is being decided: the others are ended all the same.
  const ended: { sample: Sample; message: string; frozen: boolean }[] = [];
  for (const id of args.sampleIds) {
    const sample = await sampleOf(tx, id);
    const frozen = await frozenProblem(tx, sample.id, sample.barcode);
    const gone = frozen ?? (await disposedProblem(tx, sample));
    if (gone) {
      if (!(await context.changedSinceSeen(sampleEntity, sample.id))) throw refuse(gone.code, gone.message);
      ended.push({ sample, message: gone.message, frozen: frozen !== null });
      continue;
    }
    const use = await usedUnseen(tx, context, sample);
    if (use) disputed.push({ sample, use });
    else going.push(sample);
  }
  for (const sample of going) {
    const problem = (await batchProblem(tx, sample)) ?? (await end.guard(tx, sample, context));
    if (problem) throw refuse(problem.code, problem.message);
  }
  const all = [...going, ...disputed.map(({ sample }) => sample)];
  const reviewed = await requireReview(tx, context, args, end, all);
  const told = (sample: Sample) => endData(tx, context, sample, place, { ...args, reviewed });
  for (const sample of going) await sendAway(tx, context, sample, place, end, await told(sample));
  for (const { sample, use } of disputed)
    await dispute(tx, context, sample, place, end, await told(sample), use);
  for (const { sample } of ended) await noteEnd(tx, context, sample, end, await told(sample));
  const also = ended.map(({ message }) => message);
  if (disputed.length === 0) {
    if (ended.some(({ frozen }) => frozen)) return conflicted('SAMPLE_FROZEN', also.join(' '));
    return also.length === 0 ? applied : merged('ALREADY_GONE', also.join(' '));
  }
  const names = disputed.map(({ sample, use }) => `${sample.barcode} ${use.words}`).join(', ');
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
      `${context.actor.entity} has no place “${STORAGE_TYPE[type].label}”; ask an administrator to create it.`,
    );
  return place;
}

/** Who looked at which of the samples: clinical ones need a second person. */
interface Reviewed {
  by: string;
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
  return { by: await requireSecondPerson(tx, context, args, { hash, sampleIds }), sampleIds };
}

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
  const gone = await tx.patch(sampleEntity, sample.id, {
    storageLocationId: place.id,
    storagePosition: null,
    positionConflict: false,
    remainingVolume: '0',
  });
  await settleCustody(tx, context, gone, sightings, event);
  await mirrorPlace(tx, gone);
}

type EndData = Awaited<ReturnType<typeof endData>>;

const endData = async (
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
  place: StorageManagement,
  args: EndArgs & { reviewed: Reviewed | null },
) => ({
  from: { ...(await placeNow(tx, sample)) },
  to: { containerId: place.id, container: place.name, position: null },
  volume: sample.remainingVolume,
  reason: args.reason,
  endOf: args.bulkId,
  by: context.actor.name,
  reviewedBy: args.reviewed?.sampleIds.includes(sample.id) ? args.reviewed.by : null,
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

async function dispute(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
  place: StorageManagement,
  end: End,
  data: EndData,
  use: UnseenUse,
): Promise<void> {
  await noteEnd(tx, context, sample, end, data);
  const verb =
    end.place === 'DISPOSED' ? `Disposed of ${sample.barcode}` : `Sent ${sample.barcode} to the client`;
  await openConflict(tx, context, {
    kind: DISPOSED_AND_USED,
    targetType: 'Sample',
    targetId: sample.id,
    batchId: sample.batchId,
    action: `Say whether ${sample.barcode} was disposed of or is still there`,
    mine: { label: verb, value: { act: 'DISPOSED', endPlaceId: place.id } },
    theirs: use.version,
  });
}
