import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, merged } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { containerOf } from '#db/samples/find-placed.ts';
import { sample as sampleEntity } from '#db/samples/sample.ts';
import { Id } from '#db/values/id.ts';
import { storageManagement } from './storage-management.ts';
import { isEndPlace } from './storage-type.ts';

/** Retire a place; it must be empty, and its history stays. */
export const retireContainer = defineOperation({
  name: 'retire-container',
  version: 1,
  kind: 'intent',
  title: 'Retire storage place',
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
      throw refuse('NOT_EMPTY', `Move the ${places.length} places out of ${container.name} first.`);
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
