import { refuse } from '#db/errors/app-error.ts';
import { person } from '#db/identity/person.ts';
import type { OperationContext } from '#db/operation.ts';
import type { ConflictVersion } from '#db/records/conflicts/sync-conflict.ts';
import {
  byOther,
  type ChainEvent,
  custodyChain,
  doneBy,
  isLater,
  placeIn,
  placeOf,
  placeText,
} from '#db/samples/custody/custody-chain.ts';
import type { CustodyState } from '#db/samples/custody/custody-of.ts';
import { sightingsOf } from '#db/samples/custody/sightings.ts';
import { readCurrentPlace } from '#db/samples/placing/place-samples.ts';
import { type Sample, sample as sampleEntity } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import type { StorageProblem } from '#db/storage/place-problem.ts';
import type { Transaction } from '#db/transaction.ts';
import { batchProblem } from './end-guards.ts';

/**
 * List the aliquots that a supplemental order still awaits from a tube, also those whose specimen is on hold.
 */
async function awaitedAliquots(tx: Transaction, tube: Sample): Promise<Sample[]> {
  const children = await tx.find(sampleEntity, { parentSampleId: tube.id });
  const awaited: Sample[] = [];
  for (const one of children) if (await isAwaited(tx, one)) awaited.push(one);
  return awaited.sort((a, b) => a.barcode.localeCompare(b.barcode));
}

async function isAwaited(tx: Transaction, one: Sample): Promise<boolean> {
  if (one.status === 'SUPPLEMENTAL') return true;
  // An aliquot that was taken has a volume.
  if (one.initialVolume !== null || one.specimenId === null) return false;
  const owner = await tx.get(specimen, one.specimenId);
  return owner?.statusBeforeHold === 'SUPPLEMENTAL' && owner.status === one.status;
}

/** Return why a tube must stay in the lab while an aliquot of it is awaited; null when none is. */
const awaitedProblem = (tube: Sample, awaited: readonly Sample[]): StorageProblem | null =>
  awaited.length === 0
    ? null
    : {
        code: 'ALIQUOT_AWAITED',
        message: `An aliquot of ${tube.barcode} is awaited: ${awaited.map(({ barcode }) => barcode).join(', ')}. Take it, or cancel its order, first.`,
      };

/** Somebody else's use of a sample that leaves the lab, with its text. */
export interface ConcurrentUse {
  version: ConflictVersion;
  description: string;
}

/**
 * Find what somebody else did with a sample, or needs it for, without this person's knowledge (domain 5.11,
 * case 7); null when nothing. A person who could know that an aliquot is awaited is refused.
 */
export async function findConcurrentUse(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
): Promise<ConcurrentUse | null> {
  return (
    (await findConcurrentNeed(tx, context, sample)) ?? (await findConcurrentHandling(tx, context, sample))
  );
}

async function findConcurrentNeed(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
): Promise<ConcurrentUse | null> {
  const awaited = await awaitedAliquots(tx, sample);
  const problem = awaitedProblem(sample, awaited);
  const [first] = awaited;
  if (!problem || !first) return null;
  // A device with that knowledge has refused the operation itself.
  const fromDevice = context.replica === 'server' && context.deviceId !== null;
  if (!fromDevice) throw refuse(problem.code, problem.message);
  const [orderer] = await tx.find(person, { userId: first.createdById ?? '' });
  return {
    description: 'is needed for another order',
    version: {
      userId: first.createdById,
      name: orderer?.name ?? 'a customer',
      occurredAt: first.createdAt,
      label: `Ordered an aliquot of it, ${first.barcode}`,
      value: stayed(sample),
    },
  };
}

async function findConcurrentHandling(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
): Promise<ConcurrentUse | null> {
  const { events, placed: lastPlacement, custody } = await sightingsOf(tx, sample);
  const scanned =
    lastPlacement?.type === 'CONTAINER_SCANNED' && !isLater(context, lastPlacement)
      ? lastPlacement
      : undefined;
  if (scanned && byOther(context, scanned)) return describeUse(tx, sample, scanned, 'was seen later');
  if (!(await context.changedSinceSeen(sampleEntity, sample.id))) return null;
  const measured = events.find(
    (one) => one.type === 'SAMPLE_VOLUME_CHANGED' && !isLater(context, one) && byOther(context, one),
  );
  if (measured) return describeUse(tx, sample, measured, 'was measured later');
  const chain = custodyChain(events).findLast((one) => isUse(one, custody));
  if (chain && agrees(context, chain)) return null;
  const byAnother = chain !== undefined && byOther(context, chain);
  if (!byAnother && (await batchProblem(tx, sample)) === null) return null;
  return describeUse(tx, sample, chain ?? lastPlacement, 'was used meanwhile');
}

// Two events are no use: not finding a sample where it is not, and taking the box in which it was.
const isUse = (one: ChainEvent, { notFound }: CustodyState): boolean =>
  one.data['boxId'] === undefined && (one.type !== 'SAMPLE_NOT_FOUND' || one.id === notFound?.id);

// A sample that is missing, or was last scanned where it already was, may well have been disposed of.
const agrees = (context: OperationContext, one: ChainEvent): boolean =>
  one.type === 'SAMPLE_NOT_FOUND' ||
  (one.data['via'] !== undefined &&
    isLater(context, one) &&
    placeIn(one.data['from'])?.containerId === placeOf(one)?.containerId);

async function describeUse(
  tx: Transaction,
  sample: Sample,
  last: ChainEvent | undefined,
  description: string,
): Promise<ConcurrentUse> {
  return {
    description,
    version: {
      userId: last?.userId ?? null,
      name: last ? doneBy(last) : 'a colleague',
      occurredAt: last?.occurredAt ?? sample.updatedAt,
      label: last
        ? `Last seen in ${placeText(placeOf(last) ?? (await readCurrentPlace(tx, sample)))}`
        : 'In use',
      value: stayed(sample),
    },
  };
}

const stayed = (sample: Sample): ConflictVersion['value'] => ({
  act: 'USED',
  containerId: sample.storageLocationId,
  position: sample.storagePosition,
});
