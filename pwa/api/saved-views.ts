import { z } from 'zod';
import { type SavedList, type SavedQuery, SavedView, type ViewChanges } from '#db/records/saved-view.ts';
import { callApi } from './client.ts';

const PATH = '/api/filters';

/** Load the user's views of a list, by name. */
export const viewsOf = (list: SavedList, signal?: AbortSignal): Promise<SavedView[]> =>
  callApi({ path: PATH, query: { list }, answer: z.array(SavedView), ...(signal ? { signal } : {}) });

/** Save the current view of a list. */
export const addView = (data: {
  list: SavedList;
  name: string;
  query: SavedQuery;
  isDefault: boolean;
}): Promise<SavedView> => callApi({ path: PATH, method: 'POST', data, answer: SavedView });

/** Change a view of the user. */
export const editView = (id: string, data: ViewChanges): Promise<SavedView> =>
  callApi({ path: `${PATH}/${id}`, method: 'PATCH', data, answer: SavedView });

/** Delete a view of the user. */
export const dropView = (id: string): Promise<undefined> =>
  callApi({ path: `${PATH}/${id}`, method: 'DELETE', answer: z.undefined() });
