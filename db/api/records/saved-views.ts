import { z } from 'zod';
import { NewView, SavedList, SavedView, ViewChanges } from '#db/records/saved-view.ts';
import { Id } from '#db/values/id.ts';
import { defineCall } from '../call-definition.ts';

const ViewId = z.strictObject({ id: Id });

export const listViews = defineCall({
  id: 'listViews',
  method: 'get',
  path: '/api/filters',
  access: 'filters:read',
  summary: 'Lists the saved views of this person for a list, by name.',
  query: z.strictObject({ list: SavedList }),
  answer: z.array(SavedView),
});

export const saveView = defineCall({
  id: 'saveView',
  method: 'post',
  path: '/api/filters',
  access: 'filters:create',
  summary: 'Saves a view of a list for this person.',
  body: NewView,
  answer: SavedView,
  status: 201,
  errors: ['NAME_TAKEN'],
});

export const changeView = defineCall({
  id: 'changeView',
  method: 'patch',
  path: '/api/filters/:id',
  access: 'filters:update',
  summary: 'Changes the name, the settings or the default of an own view.',
  params: ViewId,
  body: ViewChanges,
  answer: SavedView,
  errors: ['NAME_TAKEN'],
});

export const removeView = defineCall({
  id: 'removeView',
  method: 'delete',
  path: '/api/filters/:id',
  access: 'filters:delete',
  summary: 'Removes an own view.',
  params: ViewId,
});
