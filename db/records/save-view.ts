import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { Id } from '#db/values/id.ts';
import { assertFreeName, giveUpDefault, ownViews } from './open-view.ts';
import { savedFilter } from './saved-filter.ts';
import { MAX_VIEWS, NewView } from './saved-view.ts';

/** Save a member's settings of a list as a named view. */
export const saveView = defineOperation({
  name: 'save-view',
  version: 1,
  kind: 'intent',
  title: 'Save view',
  grant: 'filters:create',
  args: z.strictObject({ viewId: Id, ...NewView.shape }),
  subjects: ({ viewId }) => [viewId],
  async run(tx, { viewId, list, name, query, isDefault }, context) {
    onlineOnly(context);
    if (await tx.get(savedFilter, viewId)) throw refuse('CONFLICT', 'This view has been saved already.');
    const views = await ownViews(tx, context, list);
    if (views.length >= MAX_VIEWS)
      throw refuse('TOO_MANY', `You have ${MAX_VIEWS} views of this list. Delete one that you do not need.`);
    assertFreeName(views, name, null);
    if (isDefault) await giveUpDefault(tx, views, null);
    const { userCompanyId } = context.actor;
    await tx.insert(savedFilter, { id: viewId, userCompanyId, list, name, query, isDefault });
    return applied;
  },
});
