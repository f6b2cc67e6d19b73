import { z } from 'zod';
import { Id } from '#db/values/id.ts';
import { oneLine } from '#db/values/one-line.ts';

/** The lists that views are kept for. */
export const SAVED_LISTS = ['orders', 'lab/orders', 'specimens'] as const;
export const SavedList = z.enum(SAVED_LISTS);
export type SavedList = z.infer<typeof SavedList>;

/** How a list is looked at: what is searched, by which filters, in which order, with which columns. */
export const SavedQuery = z.strictObject({
  search: z.string().max(200).default(''),
  filters: z.record(z.string().max(60), z.array(z.string().max(200)).max(200)).default({}),
  sort: z.string().max(300).nullable().default(null),
  /** Columns that are left out; what comes to the list later is then shown. */
  hidden: z.array(z.string().max(60)).max(60).default([]),
});
export type SavedQuery = z.infer<typeof SavedQuery>;

export const ViewName = oneLine('Enter a name.', 60);

/** A view as it is kept. */
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

/** A person needs some, not thousands. */
export const MAX_VIEWS = 50;
