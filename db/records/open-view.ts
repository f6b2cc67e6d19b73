import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { type SavedFilter, savedFilter } from './saved-filter.ts';

/** The actor's own views of a list. */
export async function ownViews(
  tx: Transaction,
  { actor }: OperationContext,
  list: string,
): Promise<SavedFilter[]> {
  const rows = await tx.find(savedFilter, { userCompanyId: actor.userCompanyId });
  return rows.filter((row) => row.list === list);
}

/** One view of the actor; nobody else's is found. */
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

/** A name stands for one view of a list. */
export function assertFreeName(views: readonly SavedFilter[], name: string, except: string | null): void {
  const isNameUsed = views.some((row) => row.id !== except && row.name.toLowerCase() === name.toLowerCase());
  if (isNameUsed) throw refuse('NAME_TAKEN', `You have a view “${name}” already. Choose another name.`);
}

/** A list opens with one view at most: another that did so no longer does. */
export async function giveUpDefault(
  tx: Transaction,
  views: readonly SavedFilter[],
  except: string | null,
): Promise<void> {
  for (const row of views)
    if (row.isDefault && row.id !== except) await tx.patch(savedFilter, row.id, { isDefault: false });
}
