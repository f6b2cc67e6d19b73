import type { ViewChanges } from '#db/records/saved-view.ts';
import type { NamedView, StoredView } from '#db/records/stored-view.ts';

/** Where the views of one list are kept for their owner; every change answers when it is kept. */
export interface ViewStore {
  views: readonly StoredView[];
  /** Said where a view is saved: who sees it, and where. */
  reach: string;
  add(view: NamedView): Promise<unknown>;
  change(id: string, changes: ViewChanges): Promise<unknown>;
  remove(id: string): Promise<unknown>;
}
