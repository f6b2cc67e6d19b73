import { AppError } from '#db/errors/app-error.ts';
import { MAX_VIEWS, type ViewChanges } from './saved-view.ts';
import type { NamedView, StoredView } from './stored-view.ts';

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function assertFree(views: readonly StoredView[], name: string): void {
  if (views.some((view) => sameName(view.name, name)))
    throw new AppError('NAME_TAKEN', `You have a view “${name}” already. Choose another name.`);
}

/** Sort views by name and keep at most one default. */
const sortViews = (otherViews: readonly StoredView[], view: StoredView): StoredView[] =>
  [...otherViews.map((one) => (view.isDefault ? { ...one, isDefault: false } : one)), view].sort((a, b) =>
    a.name.localeCompare(b.name),
  );

/** Add a view, by the same rules as the server. */
export function withView(views: readonly StoredView[], id: string, view: NamedView): StoredView[] {
  if (views.length >= MAX_VIEWS)
    throw new AppError(
      'TOO_MANY',
      `You have ${MAX_VIEWS} views of this list. Delete one that you do not need.`,
    );
  assertFree(views, view.name);
  return sortViews(views, { id, ...view });
}

/** Return the views after one was renamed, replaced, or made the list's default. */
export function withChange(views: readonly StoredView[], id: string, changes: ViewChanges): StoredView[] {
  const before = views.find((view) => view.id === id);
  if (!before) throw new AppError('NOT_FOUND', 'This view was deleted. Save it anew.');
  const otherViews = views.filter((view) => view.id !== id);
  const { name = before.name, query = before.query, isDefault = before.isDefault } = changes;
  assertFree(otherViews, name);
  return sortViews(otherViews, { id, name, query, isDefault });
}
