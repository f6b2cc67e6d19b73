import { Decimal } from 'decimal.js';
import type { OperationContext } from '#db/operation.ts';
import type { ConflictKind } from '#db/records/conflicts/conflict-kind.ts';
import { endConflicts } from '#db/records/conflicts/open-conflict.ts';
import type { ConflictVersion } from '#db/records/conflicts/sync-conflict.ts';
import { type ChainEvent, type JsonData, lastPlacing } from '#db/samples/custody/custody-chain.ts';
import { recordCustody, settleCustody } from '#db/samples/custody/record-custody.ts';
import { type Sightings, sightingsOf } from '#db/samples/custody/sightings.ts';
import { mirrorPlace, readCurrentPlace } from '#db/samples/placing/place-samples.ts';
import { type Sample, sample as sampleEntity } from '#db/samples/sample.ts';
import { occupantOf } from '#db/storage/place-problem.ts';
import { holdsPositions, isEndPlace, storageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';
import { DISPOSED_AND_USED, ENDED_TWICE } from './disposal-bar.ts';

/**
 * One person disposed of a sample, another used it: the kept version decides where the sample is; until then
 * it is frozen.
 */
export const disposedAndUsed: ConflictKind = {
  kind: DISPOSED_AND_USED,
  title: 'Disposed of and used',
  labels: { KEEP_A: 'The first is true', KEEP_B: 'The second is true' },
  async resolve(tx, context, conflict, choice) {
    const sample = await tx.get(sampleEntity, conflict.targetId);
    const selectedVersion = choice === 'KEEP_B' ? conflict.mine : conflict.theirs;
    if (!sample || !selectedVersion) return;
    if (selectedVersion.value['act'] === 'DISPOSED') await confirmEnd(tx, context, sample, selectedVersion);
    else await bringBack(tx, context, sample, selectedVersion);
  },
};

/** Put a sample into the end location of the kept version; an earlier other end becomes void. */
async function confirmEnd(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
  selectedVersion: ConflictVersion,
): Promise<void> {
  const endPlaceId = selectedVersion.value['endPlaceId'];
  const place = typeof endPlaceId === 'string' ? await tx.get(storageManagement, endPlaceId) : undefined;
  if (!place || sample.storageLocationId === place.id) return;
  const sightings = await sightingsOf(tx, sample);
  const endEvent = await lastEnd(tx, sample, sightings);
  const event = await recordCustody(tx, context, sample.id, sightings, {
    type: place.type === 'DISPOSED' ? 'SAMPLE_DISPOSED' : 'SAMPLE_SENT_TO_CLIENT',
    data: {
      from: endEvent?.data['from'] ?? { ...(await readCurrentPlace(tx, sample)) },
      to: { containerId: place.id, container: place.name, position: null },
      volume: endEvent?.data['volume'] ?? sample.remainingVolume,
      by: context.actor.name,
      decided: true,
      ...(endEvent ? { voids: [endEvent.id] } : {}),
    },
  });
  const endedSample = await tx.patch(sampleEntity, sample.id, {
    storageLocationId: place.id,
    storagePosition: null,
    positionConflict: false,
    remainingVolume: '0',
  });
  await settleCustody(tx, context, endedSample, sightings, event);
  await mirrorPlace(tx, endedSample);
}

// The disposal is void: the sample is where its history places it, with all withheld changes, and has the
// volume from before the disposal.
async function bringBack(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
  selectedVersion: ConflictVersion,
): Promise<void> {
  const sightings = await sightingsOf(tx, sample);
  const endEvent = await lastEnd(tx, sample, sightings);
  const withheldEvents = sightings.events.filter((one) => one.data['withheld'] === true && !isEnd(one));
  if (!endEvent && withheldEvents.length === 0) return;
  const decision: JsonData = {
    confirms: withheldEvents.map(({ id }) => id),
    voids: endEvent ? [endEvent.id] : [],
  };
  const lastPlacement = lastPlacing(decided(sightings.events, decision));
  const place = asPlace(lastPlacement?.data['to']) ?? asPlace(endEvent?.data['from']);
  const container = place ? await tx.get(storageManagement, place.containerId) : undefined;
  const containerSamples = container ? await tx.find(sampleEntity, { storageLocationId: container.id }) : [];
  const free = place !== null && !occupantOf(containerSamples, place.position, sample.id);
  const position = free ? place.position : null;
  const event = await recordCustody(tx, context, sample.id, sightings, {
    type: 'SAMPLE_MOVED',
    data: {
      from: { ...(await readCurrentPlace(tx, sample)) },
      to: { containerId: container?.id ?? null, container: container?.name ?? null, position },
      by: context.actor.name,
      decided: true,
      ...decision,
    },
  });
  const back = await tx.patch(sampleEntity, sample.id, {
    storageLocationId: container?.id ?? null,
    storagePosition: position,
    positionConflict: container !== undefined && holdsPositions(container.type) && position === null,
    ...(endEvent ? { remainingVolume: volumeBefore(sample, endEvent, selectedVersion) } : {}),
  });
  const { sample: settledSample } = await settleCustody(tx, context, back, sightings, event);
  await mirrorPlace(tx, settledSample);
  await endConflicts(tx, context, { kind: ENDED_TWICE, targetId: sample.id, resolution: 'SETTLED' });
}

// Find the event that put a sample into its end location.
async function lastEnd(
  tx: Transaction,
  { storageLocationId }: Sample,
  { events }: Sightings,
): Promise<ChainEvent | undefined> {
  const now = storageLocationId === null ? undefined : await tx.get(storageManagement, storageLocationId);
  return now && isEndPlace(now.type) ? lastPlacing(events.filter(isEnd)) : undefined;
}

// Return the events as they count after the decision.
const decided = (events: readonly ChainEvent[], data: JsonData): ChainEvent[] => {
  const [first] = events;
  return first ? [...events, { ...first, id: 'decision', type: 'SYNC_CONFLICT_RESOLVED', data }] : [];
};

const isEnd = (one: ChainEvent): boolean =>
  one.type === 'SAMPLE_DISPOSED' || one.type === 'SAMPLE_SENT_TO_CLIENT';

function volumeBefore(sample: Sample, endEvent: ChainEvent, selectedVersion: ConflictVersion): string | null {
  const { volume } = endEvent.data;
  const before = typeof volume === 'string' ? volume : sample.initialVolume;
  const { volumeDelta, volumeIs } = selectedVersion.value;
  if (typeof volumeIs === 'string') return volumeIs;
  return typeof volumeDelta === 'string' && before !== null
    ? new Decimal(before).plus(volumeDelta).toFixed()
    : before;
}

function asPlace(value: unknown): { containerId: string; position: string | null } | null {
  if (typeof value !== 'object' || value === null) return null;
  const containerId = 'containerId' in value ? value.containerId : null;
  const position = 'position' in value ? value.position : null;
  return typeof containerId === 'string'
    ? { containerId, position: typeof position === 'string' ? position : null }
    : null;
}

/**
 * One person disposed of a sample, another sent it to the client; A is the disposal, whichever came first.
 */
export const endedTwice: ConflictKind = {
  kind: ENDED_TWICE,
  title: 'Disposed of and sent to the client',
  labels: { KEEP_A: 'Disposed of', KEEP_B: 'Sent to the client' },
  async resolve(tx, context, conflict, choice) {
    const sample = await tx.get(sampleEntity, conflict.targetId);
    const selectedVersion = choice === 'KEEP_B' ? conflict.mine : conflict.theirs;
    if (sample && selectedVersion) await confirmEnd(tx, context, sample, selectedVersion);
  },
};
