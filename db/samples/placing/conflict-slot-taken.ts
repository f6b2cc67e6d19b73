import { AppError, refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import type { ConflictKind, OpenConflict } from '#db/records/conflicts/conflict-kind.ts';
import { event } from '#db/records/events/event.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { isLater } from '#db/samples/custody/custody-chain.ts';
import { lastScan } from '#db/samples/custody/sightings.ts';
import { type Sample, sample as sampleEntity } from '#db/samples/sample.ts';
import { occupantOf, positionProblem, slotProblem } from '#db/storage/place-problem.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';
import { spellPosition } from '#db/values/box-position.ts';
import { readCurrentPlace } from './place-samples.ts';
import { SLOT_TAKEN } from './slot-conflict.ts';

/**
 * Two samples in one slot: A has it, B is in the same box without a position. A rescan of the box also
 * settles it.
 */
export const slotTaken: ConflictKind = {
  kind: SLOT_TAKEN,
  title: 'Two samples in one position',
  labels: {
    KEEP_A: 'The first is there; the second is looked for in the box',
    KEEP_B: 'The second is there; the first is looked for in the box',
    ENTER_VALUE: 'Enter the position of the second',
  },
  valuePrompt: 'Position of the second',
  async resolve(tx, context, conflict, choice, value) {
    const sample = await tx.get(sampleEntity, conflict.targetId);
    const stillThere =
      sample &&
      sample.storageLocationId === conflict.mine.value['containerId'] &&
      sample.storagePosition === null;
    if (!stillThere || choice === 'KEEP_A' || (await isScannedLater(tx, context, sample))) return;
    const position = choice === 'ENTER_VALUE' ? spellPosition(value ?? '') : claimed(conflict);
    await claimSlot(tx, context, sample, position, choice === 'KEEP_B');
  },
};

// A later scan of the whole box shows what is in the position and what is not.
async function isScannedLater(
  tx: Transaction,
  context: OperationContext,
  { storageLocationId }: Sample,
): Promise<boolean> {
  const scan = lastScan(await tx.find(event, { targetId: storageLocationId ?? '' }));
  return scan !== undefined && !isLater(context, scan);
}

const claimed = (conflict: OpenConflict): string => {
  const position = conflict.mine.value['position'];
  return typeof position === 'string' ? position : '';
};

async function claimSlot(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
  position: string,
  displace: boolean,
): Promise<void> {
  const container = await tx.get(storageManagement, sample.storageLocationId ?? '');
  if (!container) throw new AppError('NOT_FOUND', 'Not found.');
  const containerSamples = await tx.find(sampleEntity, { storageLocationId: container.id });
  const problem =
    positionProblem(container, position) ??
    (displace ? null : slotProblem(container, position, containerSamples, sample.id));
  if (problem) throw refuse(problem.code, problem.message);
  const occupant = occupantOf(containerSamples, position, sample.id);
  if (occupant) await settle(tx, context, occupant, null);
  await settle(tx, context, sample, position);
}

async function settle(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
  position: string | null,
): Promise<void> {
  const from = await readCurrentPlace(tx, sample);
  await recordEvent(tx, context, {
    type: 'SAMPLE_MOVED',
    targetType: 'Sample',
    targetId: sample.id,
    data: { from, to: { ...from, position }, by: context.actor.name, decided: true },
  });
  await tx.patch(sampleEntity, sample.id, { storagePosition: position, positionConflict: position === null });
}
