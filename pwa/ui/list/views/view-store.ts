import type { ViewChanges } from '#db/records/saved-view.ts';
import type { NamedView, StoredView } from '#db/records/stored-view.ts';

/** Where the views of one list are stored for their owner; every change resolves when it is stored. */
export interface ViewStore {
  views: readonly StoredView[];
  /** The text of the save dialog: who sees the view, and where. */
  reach: string;
  add(view: NamedView): Promise<unknown>;
  change(id: string, changes: ViewChanges): Promise<unknown>;
  remove(id: string): Promise<unknown>;
}
