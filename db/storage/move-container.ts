import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { defineOperation } from '#db/operation.ts';
import { containerOf } from '#db/samples/find-sample.ts';
import { Id } from '#db/values/id.ts';
import { putContainer } from './put-container.ts';
import { isEndPlace } from './storage-management.ts';

/**
 * Move a container with all its contents: one event, the samples inherit the place by the tree (domain 5.4).
 */
export const moveContainer = defineOperation({
  name: 'move-container',
  version: 1,
  kind: 'fact',
  title: 'Move container',
  grant: 'lab/storage-management:update',
  args: z.strictObject({
    containerId: Id,
    parentId: Id,
    position: z.string().trim().min(1).max(20).nullable(),
  }),
  subjects: (args) => [args.containerId, args.parentId],
  async run(tx, args, context) {
    const container = await containerOf(tx, args.containerId);
    const parent = await containerOf(tx, args.parentId);
    if (isEndPlace(container.type)) throw refuse('END_PLACE', `${container.name} cannot be moved.`);
    return putContainer(tx, context, { container, parent, position: args.position });
  },
});
