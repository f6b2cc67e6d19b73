import { changeView, listViews, removeView, saveView } from '#db/api/records/saved-views.ts';
import type { SavedList } from '#db/records/saved-view.ts';
import { useCall, useCallMutation } from '#pwa/api/use-call.ts';
import type { ViewStore } from './list-view.ts';

/** The user's saved views of a server list; the server stores them, so they are on every device. */
export function useServerViews(list: SavedList): ViewStore {
  const { data: views = [] } = useCall(listViews, { query: { list } });
  const add = useCallMutation(saveView);
  const change = useCallMutation(changeView);
  const remove = useCallMutation(removeView);
  return {
    views,
    reach: 'Only you see it.',
    add: async (view) => {
      await add.mutateAsync({ body: { list, ...view } });
    },
    change: async (id, changes) => {
      await change.mutateAsync({ params: { id }, body: changes });
    },
    remove: async (id) => {
      await remove.mutateAsync({ params: { id } });
    },
  };
}
