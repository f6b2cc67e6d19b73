import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SavedList } from '#db/records/saved-view.ts';
import { addView, dropView, editView, viewsOf } from '#pwa/api/saved-views.ts';
import type { ViewStore } from './list-view.ts';

/** The user's saved views of a server list; the server stores them, so they are on every device. */
export function useServerViews(list: SavedList): ViewStore {
  const queries = useQueryClient();
  const key = ['/api/filters', list];
  const { data: views = [] } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => viewsOf(list, signal),
    networkMode: 'always',
  });
  const read = async (change: Promise<unknown>): Promise<void> => {
    await change;
    await queries.invalidateQueries({ queryKey: key });
  };
  return {
    views,
    reach: 'Only you see it.',
    add: (view) => read(addView({ list, ...view })),
    change: (id, changes) => read(editView(id, changes)),
    remove: (id) => read(dropView(id)),
  };
}
