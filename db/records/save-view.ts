import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { type SavedFilter, savedFilter } from './saved-filter.ts';
import { MAX_VIEWS, NewView, ViewChanges } from './saved-view.ts';

/** List the actor's own views of a list. */
async function ownViews(tx: Transaction, { actor }: OperationContext, list: string): Promise<SavedFilter[]> {
  const rows = await tx.find(savedFilter, { userCompanyId: actor.userCompanyId });
  return rows.filter((row) => row.list === list);
}

/** Load one view of the actor; views of others are not found. */
async function openView(tx: Transaction, context: OperationContext, viewId: string): Promise<SavedFilter> {
  onlineOnly(context);
  const row = await tx.get(savedFilter, viewId);
  if (!row || row.deleted || row.userCompanyId !== context.actor.userCompanyId)
    throw refuse('NOT_FOUND', MESSAGES.notFound);
  return row;
}

/** Refuse a name that another view of the list has. */
function assertFreeName(views: readonly SavedFilter[], name: string, except: string | null): void {
  const isNameUsed = views.some((row) => row.id !== except && row.name.toLowerCase() === name.toLowerCase());
  if (isNameUsed) throw refuse('NAME_TAKEN', `You have a view “${name}” already. Choose another name.`);
}

/** Clear the default of the list's other views; a list has at most one default. */
async function giveUpDefault(
  tx: Transaction,
  views: readonly SavedFilter[],
  except: string | null,
): Promise<void> {
  for (const row of views)
    if (row.isDefault && row.id !== except) await tx.patch(savedFilter, row.id, { isDefault: false });
}

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
