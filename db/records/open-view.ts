import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { type SavedFilter, savedFilter } from './saved-filter.ts';

/** List the actor's own views of a list. */
export async function ownViews(
  tx: Transaction,
  { actor }: OperationContext,
  list: string,
): Promise<SavedFilter[]> {
  const rows = await tx.find(savedFilter, { userCompanyId: actor.userCompanyId });
  return rows.filter((row) => row.list === list);
}

/** Load one view of the actor; views of others are not found. */
export async function openView(
  tx: Transaction,
  context: OperationContext,
  viewId: string,
): Promise<SavedFilter> {
  onlineOnly(context);
  const row = await tx.get(savedFilter, viewId);
  if (!row || row.deleted || row.userCompanyId !== context.actor.userCompanyId)
    throw refuse('NOT_FOUND', MESSAGES.notFound);
  return row;
}

/** Refuse a name that another view of the list has. */
export function assertFreeName(views: readonly SavedFilter[], name: string, except: string | null): void {
  const isNameUsed = views.some((row) => row.id !== except && row.name.toLowerCase() === name.toLowerCase());
  if (isNameUsed) throw refuse('NAME_TAKEN', `You have a view “${name}” already. Choose another name.`);
}

/** Clear the default of the list's other views; a list has at most one default. */
export async function giveUpDefault(
  tx: Transaction,
  views: readonly SavedFilter[],
  except: string | null,
): Promise<void> {
  for (const row of views)
    if (row.isDefault && row.id !== except) await tx.patch(savedFilter, row.id, { isDefault: false });
}
