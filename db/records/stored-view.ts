import type { SavedView } from './saved-view.ts';

/** A view of a list, wherever it is stored. */
export type StoredView = Omit<SavedView, 'list'>;
export type NamedView = Omit<StoredView, 'id'>;
