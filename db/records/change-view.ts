import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { assertFreeName, giveUpDefault, openView, ownViews } from './open-view.ts';
import { type SavedFilter, savedFilter } from './saved-filter.ts';
import { ViewChanges } from './saved-view.ts';

/** Rename a view of a list, replace its content, or make it the list's default. */
export const changeView = defineOperation({
  name: 'change-view',
  version: 1,
  kind: 'intent',
  title: 'Change view',
  grant: 'filters:update',
  args: z.strictObject({ viewId: Id, changes: ViewChanges }),
  subjects: ({ viewId }) => [viewId],
  async run(tx, { viewId, changes }, context) {
    const row = await openView(tx, context, viewId);
    const { name, query, isDefault } = changes;
    const fields: Partial<SavedFilter> = {
      ...(name === undefined ? {} : { name }),
      ...(query === undefined ? {} : { query }),
      ...(isDefault === undefined ? {} : { isDefault }),
    };
    if (Object.keys(fields).length === 0) throw refuse('VALIDATION', 'Say what to change.');
    const views = await ownViews(tx, context, row.list);
    if (name !== undefined) assertFreeName(views, name, viewId);
    if (isDefault) await giveUpDefault(tx, views, viewId);
    await tx.patch(savedFilter, viewId, fields);
    return applied;
  },
});
