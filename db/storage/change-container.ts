import { z } from 'zod';
import { Role } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext, warned } from '#db/operation.ts';
import { event } from '#db/records/events/event.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { containerOf } from '#db/samples/find-sample.ts';
import { sample as sampleEntity } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { decimal } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';
import { readPath } from './container-path.ts';
import { capacityProblemOf } from './free-slots.ts';
import { quarantineLeft } from './judge-container-place.ts';
import { isEndPlace, type StorageManagement, storageManagement } from './storage-management.ts';

/** Only named fields change, so that two people can change different fields of one place. */
const Changes = z
  .strictObject({
    name: z.string().trim().min(1).max(500).optional(),
    capacity: z.int().min(0).max(1_000_000).nullable().optional(),
    temperature: decimal.nullable().optional(),
    restrictedTo: z.array(Role).optional(),
    quarantine: z.boolean().optional(),
  })
  .refine((changes) => Object.keys(changes).length > 0, 'Nothing was changed.');
type Changes = z.infer<typeof Changes>;

/** Change the name, the capacity or the restrictions of a place; its position in the tree stays. */
export const changeContainer = defineOperation({
  name: 'change-container',
  version: 1,
  kind: 'intent',
  title: 'Change location',
  grant: 'lab/storage-management:update',
  args: z.strictObject({ containerId: Id, changes: Changes }),
  subjects: (args) => [args.containerId],
  async run(tx, args, context) {
    const container = await containerOf(tx, args.containerId);
    if (isEndPlace(container.type)) throw refuse('END_PLACE', `${container.name} cannot be changed.`);
    if (container.status === 'RETIRED') throw refuse('CONTAINER_RETIRED', `${container.name} is retired.`);
    const { changes } = args;
    await requireName(tx, container, changes);
    await requireCapacity(tx, container, changes);
    await requireQuarantine(tx, container, changes);
    const changed = await context.changedSinceSeen(storageManagement, container.id);
    const laterFields = await changedLater(tx, context, container.id);
    const counting = Object.entries(definedOf(changes)).filter(([key]) => !laterFields.has(key));
    await tx.patch(storageManagement, container.id, Object.fromEntries(counting));
    await recordEvent(tx, context, {
      type: 'CONTAINER_UPDATED',
      targetType: 'StorageManagement',
      targetId: container.id,
      data: {
        from: changedOf(changes, container),
        to: changedOf(changes, changes),
        by: context.actor.name,
      },
    });
    return changed
      ? warned('CHANGED_MEANWHILE', `Somebody else changed ${container.name} meanwhile. Look at it again.`)
      : applied;
  },
});

const definedOf = (changes: Changes): Partial<StorageManagement> => ({
  ...(changes.name === undefined ? {} : { name: changes.name }),
  ...(changes.capacity === undefined ? {} : { capacity: changes.capacity }),
  ...(changes.temperature === undefined ? {} : { temperature: changes.temperature }),
  ...(changes.restrictedTo === undefined ? {} : { restrictedTo: changes.restrictedTo }),
  ...(changes.quarantine === undefined ? {} : { quarantine: changes.quarantine }),
});

const CHANGEABLE = ['name', 'capacity', 'temperature', 'restrictedTo', 'quarantine'] as const;

/** Pick the changed fields of a place or of the changes. */
const changedOf = (changes: Changes, of: Changes | StorageManagement) =>
  Object.fromEntries(
    CHANGEABLE.filter((key) => changes[key] !== undefined).map((key) => [key, of[key] ?? null]),
  );

async function requireName(tx: Transaction, container: StorageManagement, { name }: Changes): Promise<void> {
  if (name === undefined || name === container.name || container.parentId === null) return;
  const siblings = await tx.find(storageManagement, { parentId: container.parentId });
  if (!siblings.some((one) => one.id !== container.id && one.name === name)) return;
  const parent = await containerOf(tx, container.parentId);
  throw refuse('NAME_TWICE', `${parent.name} already has a location named ${name}.`);
}

async function requireCapacity(
  tx: Transaction,
  container: StorageManagement,
  { capacity }: Changes,
): Promise<void> {
  if (capacity === undefined || capacity === null) return;
  const problem = capacityProblemOf(container, capacity);
  if (problem) throw refuse(problem.code, problem.message);
  const samples = await tx.find(sampleEntity, { storageLocationId: container.id });
  const places = (await tx.find(storageManagement, { parentId: container.id })).filter(
    (one) => one.status !== 'RETIRED',
  );
  const heldCount = Math.max(samples.length, places.length);
  if (capacity < heldCount)
    throw refuse(
      'CAPACITY_BELOW_CONTENTS',
      `${container.name} already holds ${heldCount}. Enter ${heldCount} or more.`,
    );
}

async function requireQuarantine(
  tx: Transaction,
  container: StorageManagement,
  { quarantine }: Changes,
): Promise<void> {
  if (quarantine !== false || !container.quarantine) return;
  const above = container.parentId === null ? [] : await readPath(tx, container.parentId);
  const problem = await quarantineLeft(tx, { ...container, quarantine }, above);
  if (problem) throw refuse(problem.code, `${problem.message} Move them out of ${container.name} first.`);
}

/**
 * List changes that somebody made after that moment although they arrived earlier: by the clock, they count.
 */
async function changedLater(
  tx: Transaction,
  { occurredAt }: OperationContext,
  containerId: string,
): Promise<ReadonlySet<string>> {
  const later = (await tx.find(event, { targetId: containerId })).filter(
    (one) => one.type === 'CONTAINER_UPDATED' && one.occurredAt > occurredAt,
  );
  return new Set(later.flatMap(({ data }) => Object.keys(Object(data['to']))));
}
