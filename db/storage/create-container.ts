import { z } from 'zod';
import { Role } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, merged } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { containerOf } from '#db/samples/find-sample.ts';
import { sample as sampleEntity } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { BarcodeValue } from '#db/values/barcode-value.ts';
import { decimal } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';
import { capacityProblemOf } from './free-slots.ts';
import { insertContainer, requireFreeBarcode } from './insert-container.ts';
import { containerAt, occupiedBy, parentProblem } from './judge-container-place.ts';
import {
  isEndPlace,
  STORAGE_TYPE,
  type StorageManagement,
  StorageType,
  storageManagement,
} from './storage-management.ts';

const Args = z.strictObject({
  containerId: Id,
  type: StorageType,
  name: z.string().trim().min(1).max(500),
  parentId: Id.nullable(),
  position: z.string().trim().min(1).max(20).nullable(),
  barcode: BarcodeValue.nullable(),
  rows: z.int().min(1).max(26).nullable(),
  columns: z.int().min(1).max(99).nullable(),
  capacity: z.int().min(0).max(1_000_000).nullable(),
  temperature: decimal.nullable(),
  restrictedTo: z.array(Role),
  quarantine: z.boolean(),
});

/** Create a place in the tree, with its label. */
export const createContainer = defineOperation({
  name: 'create-container',
  version: 1,
  kind: 'intent',
  title: 'Create location',
  grant: 'lab/storage-management:create',
  args: Args,
  subjects: (args) => (args.parentId === null ? [args.containerId] : [args.containerId, args.parentId]),
  async run(tx, args, context) {
    await requireNew(tx, args);
    const traits = STORAGE_TYPE[args.type];
    const grid = traits.rows !== null || args.type === 'RACK';
    const rows = grid ? (args.rows ?? traits.rows) : null;
    const columns = grid ? (args.columns ?? traits.columns) : null;
    const tooLarge = capacityProblemOf({ rows, columns }, args.capacity);
    if (tooLarge) throw refuse(tooLarge.code, tooLarge.message);
    await insertContainer(tx, context, {
      id: args.containerId,
      type: args.type,
      name: args.name,
      barcode: args.barcode,
      parentId: args.parentId,
      positionInParent: args.position,
      rows,
      columns,
      capacity: args.capacity,
      temperature: args.temperature,
      restrictedTo: args.restrictedTo,
      quarantine: args.quarantine,
    });
    return applied;
  },
});

async function requireNew(tx: Transaction, args: z.infer<typeof Args>): Promise<void> {
  if (isEndPlace(args.type))
    throw refuse('END_PLACE', `The ${STORAGE_TYPE[args.type].label} location already exists.`);
  if (await tx.get(storageManagement, args.containerId))
    throw refuse('EXISTS', 'This location already exists.');
  if (args.barcode !== null) await requireFreeBarcode(tx, args.barcode);
  if (args.parentId === null) {
    if (STORAGE_TYPE[args.type].parents.length === 0) return;
    throw refuse(
      'PARENT_MISSING',
      `Choose a location for the ${STORAGE_TYPE[args.type].label.toLowerCase()}.`,
    );
  }
  await requirePlace(tx, args, await containerOf(tx, args.parentId));
}

async function requirePlace(
  tx: Transaction,
  args: z.infer<typeof Args>,
  parent: StorageManagement,
): Promise<void> {
  const wrong = parentProblem(args.type, parent);
  if (wrong) throw refuse(wrong.code, wrong.message);
  if (parent.status === 'RETIRED') throw refuse('CONTAINER_RETIRED', `${parent.name} is retired.`);
  const siblings = await tx.find(storageManagement, { parentId: parent.id });
  if (siblings.some((one) => one.name === args.name)) {
    throw refuse('NAME_TWICE', `${parent.name} already has a location named ${args.name}.`);
  }
  const full = parent.status === 'FULL' || (parent.capacity !== null && siblings.length >= parent.capacity);
  if (full) throw refuse('CONTAINER_FULL', `${parent.name} is full.`);
  const occupant = containerAt(siblings, args.position, args.containerId);
  if (!occupant) return;
  const problem = occupiedBy(parent, args.position, occupant);
  throw refuse(problem.code, problem.message);
}

/** Retire a place; it must be empty, and its history stays. */
export const retireContainer = defineOperation({
  name: 'retire-container',
  version: 1,
  kind: 'intent',
  title: 'Retire location',
  grant: 'lab/storage-management:update',
  args: z.strictObject({
    containerId: Id,
    reason: z.string().trim().min(1).max(500).nullable().default(null),
  }),
  subjects: (args) => [args.containerId],
  async run(tx, args, context) {
    const container = await containerOf(tx, args.containerId);
    if (isEndPlace(container.type)) throw refuse('END_PLACE', `${container.name} cannot be retired.`);
    if (container.status === 'RETIRED') return merged('ALREADY_RETIRED', `${container.name} is retired.`);
    const samples = await tx.find(sampleEntity, { storageLocationId: container.id });
    if (samples.length > 0)
      throw refuse('NOT_EMPTY', `Move the ${samples.length} samples out of ${container.name} first.`);
    const places = (await tx.find(storageManagement, { parentId: container.id })).filter(
      (one) => one.status !== 'RETIRED',
    );
    if (places.length > 0)
      throw refuse('NOT_EMPTY', `Move the ${places.length} locations out of ${container.name} first.`);
    await tx.patch(storageManagement, container.id, { status: 'RETIRED' });
    await recordEvent(tx, context, {
      type: 'CONTAINER_RETIRED',
      targetType: 'StorageManagement',
      targetId: container.id,
      data: { from: container.status, to: 'RETIRED', reason: args.reason, by: context.actor.name },
    });
    return applied;
  },
});
