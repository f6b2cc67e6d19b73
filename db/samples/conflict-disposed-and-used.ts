import type { ConflictKind } from '#db/conflict-kind.ts';
import type { OperationContext } from '#db/operation.ts';
import { event } from '#db/records/event.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { ConflictVersion } from '#db/records/sync-conflict.ts';
import { occupantOf } from '#db/storage/place-problem.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { holdsPositions, isEndPlace } from '#db/storage/storage-type.ts';
import type { Transaction } from '#db/transaction.ts';
import { custodyChain } from './custody-chain.ts';
import { DISPOSED_AND_USED } from './disposal-bar.ts';
import { mirrorPlace, placeNow } from './place-samples.ts';
import { type Sample, sample as sampleEntity } from './sample.ts';

/** One person disposed of a sample, another used it: the kept version says where the sample is; until then it is frozen. */
export const disposedAndUsed: ConflictKind = {
  kind: DISPOSED_AND_USED,
  title: 'Disposed of and used',
  labels: { KEEP_A: 'The first is true', KEEP_B: 'The second is true' },
  async resolve(tx, context, conflict, choice) {
    const sample = await tx.get(sampleEntity, conflict.targetId);
    const kept = choice === 'KEEP_B' ? conflict.mine : conflict.theirs;
    if (!sample || !kept) return;
    if (kept.value['act'] === 'DISPOSED') await confirmGone(tx, context, sample, kept);
    else await bringBack(tx, context, sample, kept);
  },
};

async function confirmGone(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
  kept: ConflictVersion,
): Promise<void> {
  const endPlaceId = kept.value['endPlaceId'];
  const place = typeof endPlaceId === 'string' ? await tx.get(storageManagement, endPlaceId) : undefined;
  if (!place || sample.storageLocationId === place.id) return;
  await recordEvent(tx, context, {
    type: place.type === 'DISPOSED' ? 'SAMPLE_DISPOSED' : 'SAMPLE_SENT_TO_CLIENT',
    targetType: 'Sample',
    targetId: sample.id,
    data: {
      from: { ...(await placeNow(tx, sample)) },
      to: { containerId: place.id, container: place.name, position: null },
      volume: sample.remainingVolume,
      by: context.actor.name,
      decided: true,
    },
  });
  const gone = await tx.patch(sampleEntity, sample.id, {
    storageLocationId: place.id,
    storagePosition: null,
    positionConflict: false,
    remainingVolume: '0',
    custodianUserId: null,
    checkedOutAt: null,
    dueBackAt: null,
    checkOutPurpose: null,
  });
  await mirrorPlace(tx, gone);
}

// Back to where the user put it, else to where it was before the disposal; with the volume that it had then.
async function bringBack(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
  kept: ConflictVersion,
): Promise<void> {
  const now =
    sample.storageLocationId === null ? undefined : await tx.get(storageManagement, sample.storageLocationId);
  if (!now || !isEndPlace(now.type)) return;
  const ended = custodyChain(await tx.find(event, { targetId: sample.id })).findLast(
    (one) => one.type === 'SAMPLE_DISPOSED' || one.type === 'SAMPLE_SENT_TO_CLIENT',
  );
  const before = asPlace(kept.value) ?? asPlace(ended?.data['from']);
  const container = before ? await tx.get(storageManagement, before.containerId) : undefined;
  const stored = container ? await tx.find(sampleEntity, { storageLocationId: container.id }) : [];
  const free = before !== null && !occupantOf(stored, before.position, sample.id);
  const position = free ? before.position : null;
  const volume = ended?.data['volume'];
  await recordEvent(tx, context, {
    type: 'SAMPLE_MOVED',
    targetType: 'Sample',
    targetId: sample.id,
    data: {
      from: { ...(await placeNow(tx, sample)) },
      to: { containerId: container?.id ?? null, container: container?.name ?? null, position },
      by: context.actor.name,
      decided: true,
    },
  });
  const custodian = kept.value['custodianUserId'];
  const back = await tx.patch(sampleEntity, sample.id, {
    storageLocationId: container?.id ?? null,
    storagePosition: position,
    positionConflict: container !== undefined && holdsPositions(container.type) && position === null,
    remainingVolume: typeof volume === 'string' ? volume : sample.initialVolume,
    ...(typeof custodian === 'string'
      ? { custodianUserId: custodian, checkedOutAt: kept.occurredAt, dueBackAt: null }
      : {}),
  });
  await mirrorPlace(tx, back);
}

function asPlace(value: unknown): { containerId: string; position: string | null } | null {
  if (typeof value !== 'object' || value === null) return null;
  const containerId = 'containerId' in value ? value.containerId : null;
  const position = 'position' in value ? value.position : null;
  return typeof containerId === 'string'
    ? { containerId, position: typeof position === 'string' ? position : null }
    : null;
}
