import type { Family } from '#db/access/families.ts';
import { of, type RowCall } from './access-matrix-row-call.ts';

const FORM = {
  title: 'Taken over',
  summary: 'Tried from elsewhere',
  url: 'https://films.example.org/other',
  seconds: null,
  captioned: true,
  transcript: null,
  audience: 'EVERYBODY',
  sortOrder: null,
};

/** The calls of support that name rows; customers' calls name no rows of their own there. */
export const SUPPORT_ROW_CALLS: Partial<Record<Family, readonly RowCall[]>> = {
  support: [
    {
      method: 'patch',
      path: '/api/support/:id/status',
      body: () => ({ seenVersion: -1, status: 'CLOSED', reason: 'Tried from elsewhere' }),
      rows: of('support_request'),
    },
    {
      method: 'patch',
      path: '/api/support/videos/:id',
      body: () => ({ seenVersion: -1, form: FORM }),
      rows: of('help_video'),
    },
    {
      method: 'delete',
      path: '/api/support/videos/:id',
      body: () => ({ seenVersion: -1, reason: 'Tried from elsewhere' }),
      rows: of('help_video'),
    },
  ],
};
