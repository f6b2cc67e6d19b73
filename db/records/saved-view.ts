import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { Id } from '#db/values/id.ts';
import { oneLine } from '#db/values/one-line.ts';

/** The lists that have saved views. */
const SAVED_LISTS = ['orders', 'lab/orders', 'specimens', 'invoices', 'billing/invoices'] as const;
export const SavedList = z.enum(SAVED_LISTS);
export type SavedList = z.infer<typeof SavedList>;

/** The settings of a list: search text, filters, order and columns. */
export const SavedQuery = z.strictObject({
  search: z.string().max(200).default(''),
  filters: z.record(z.string().max(60), z.array(z.string().max(200)).max(200)).default({}),
  sort: z.string().max(300).nullable().default(null),
  /** Hidden columns; columns that are added later are therefore shown. */
  hidden: z.array(z.string().max(60)).max(60).default([]),
});
export type SavedQuery = z.infer<typeof SavedQuery>;

export const ViewName = oneLine('Enter a name.', 60);

/** A view as it is saved. */
export const NewView = z.strictObject({
  list: SavedList,
  name: ViewName,
  query: SavedQuery,
  isDefault: z.boolean().default(false),
});
export const ViewChanges = NewView.omit({ list: true, isDefault: true })
  .extend({ isDefault: z.boolean() })
  .partial();
export type ViewChanges = z.infer<typeof ViewChanges>;

/** A view as its owner reads it. */
export const SavedView = z.object({
  id: Id,
  list: SavedList,
  name: z.string(),
  query: SavedQuery,
  isDefault: z.boolean(),
});
export type SavedView = z.infer<typeof SavedView>;

/** Most views of a person for one list. */
export const MAX_VIEWS = 50;

/** A view of a list, wherever it is stored. */
export type StoredView = Omit<SavedView, 'list'>;
export type NamedView = Omit<StoredView, 'id'>;

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
  if (!before) throw new AppError('NOT_FOUND', 'This view was deleted. Save it again.');
  const otherViews = views.filter((view) => view.id !== id);
  const { name = before.name, query = before.query, isDefault = before.isDefault } = changes;
  assertFree(otherViews, name);
  return sortViews(otherViews, { id, name, query, isDefault });
}
