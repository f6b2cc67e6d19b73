import { z } from 'zod';
import { Id } from '#db/values/id.ts';
import { oneLine } from '#db/values/one-line.ts';

/** The lists that have saved views. */
export const SAVED_LISTS = ['orders', 'lab/orders', 'specimens'] as const;
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
