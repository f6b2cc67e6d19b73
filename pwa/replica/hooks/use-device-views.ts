import { ulid } from 'ulid';
import { z } from 'zod';
import {
  type NamedView,
  SavedView,
  type StoredView,
  type ViewChanges,
  withChange,
  withView,
} from '#db/records/saved-view.ts';
import { usePersistentState } from './use-stored-draft.ts';

const Views = z.array(SavedView.omit({ list: true }));
const NONE: StoredView[] = [];

/**
 * The user's saved views of a list that this device holds: they need no network and are stored per user and
 * device.
 */
export function useDeviceViews(list: string) {
  const storedViews = usePersistentState<StoredView[]>(`views of ${list}`, NONE, Views);
  const { value: views = NONE, now, update } = storedViews;
  return {
    views,
    reach: 'Only you see it, on this device, with and without a network.',
    add: async (view: NamedView): Promise<void> => {
      const next = withView(now(), ulid(), view);
      await update(() => next);
    },
    change: async (id: string, changes: ViewChanges): Promise<void> => {
      const next = withChange(now(), id, changes);
      await update(() => next);
    },
    remove: (id: string): Promise<void> => update((before) => before.filter((view) => view.id !== id)),
  };
}
