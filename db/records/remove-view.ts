import { z } from 'zod';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { openView } from './open-view.ts';
import { savedFilter } from './saved-filter.ts';

/** Remove a view of a list; its name is free again. */
export const removeView = defineOperation({
  name: 'remove-view',
  version: 1,
  kind: 'intent',
  title: 'Remove view',
  grant: 'filters:delete',
  args: z.strictObject({ viewId: Id }),
  subjects: ({ viewId }) => [viewId],
  async run(tx, { viewId }, context) {
    const row = await openView(tx, context, viewId);
    await tx.patch(savedFilter, row.id, { deleted: true, isDefault: false });
    return applied;
  },
});
