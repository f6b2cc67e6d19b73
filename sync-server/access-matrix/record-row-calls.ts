import type { Family } from '#db/access/families.ts';
import { of, type RowCall } from './row-call.ts';

const PARTS = of('s3_file', 'AND part_size IS NOT NULL');
const SPECIMEN = of('specimen');
const OTHER_COMPANY_SPECIMEN = `SELECT s.id FROM specimen s JOIN "order" o ON o.id = s.order_id
  WHERE s.entity = $1 AND o.company_id <> $2 ORDER BY s.id LIMIT 1`;

const announced = () => ({ title: 'a.pdf', size: 10, type: 'application/pdf', subType: 'ATTACHMENT' });
const filesOf = (path: `/api/${string}`, rows: string, more: Partial<RowCall> = {}): RowCall[] => [
  { method: 'get', path: `${path}/:id`, rows, ...more },
  { method: 'post', path: `${path}/:id`, body: announced, rows, ...more },
];

/** Uploads in parts are visible only to the person who started them, never by id alone. */
export const PART_ROW_CALLS: readonly RowCall[] = [
  { method: 'put', path: '/api/s3/parts/:id/:part', rows: PARTS, own: 'never' },
  { method: 'post', path: '/api/s3/parts/:id/complete', rows: PARTS, own: 'never' },
  { method: 'post', path: '/api/s3/parts/:id/cancel', rows: PARTS, own: 'never' },
  {
    method: 'get',
    path: '/api/s3/parts',
    query: (targetId) => ({ targetType: 'Specimen', targetId }),
    rows: SPECIMEN,
    own: 'alike',
  },
];

/** The calls of files that name rows. */
export const FILE_ROW_CALLS: Partial<Record<Family, readonly RowCall[]>> = {
  'lab/specimens/files': filesOf('/api/lab/specimens/files', SPECIMEN),
  'lab/samples/files': filesOf('/api/lab/samples/files', of('sample')),
  'specimens/documents': filesOf('/api/specimens/documents', SPECIMEN, {
    company: { by: 'COMPANY_MANAGER', rows: OTHER_COMPANY_SPECIMEN },
  }),
};

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
