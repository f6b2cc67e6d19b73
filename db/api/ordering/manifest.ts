import { z } from 'zod';
import { binary, defineCall } from '#db/api/call-definition.ts';
import { MANIFEST_MODES } from '#db/ordering/manifest/load-manifest-context.ts';
import { ManifestAnswer, MappingRequest } from '#db/ordering/manifest/manifest-answer.ts';
import { MAX_ROWS } from '#db/ordering/manifest/manifest-columns.ts';
import { ManifestFault } from '#db/ordering/manifest/manifest-fault.ts';
import { ManifestRow } from '#db/ordering/manifest/manifest-row.ts';
import { PackageType } from '#db/ordering/orders/order-terms.ts';
import { Mapping } from '#db/records/imports/import-mapping.ts';
import { Id } from '#db/values/id.ts';

const Format = z.enum(['xlsx', 'csv']).default('xlsx');
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** How a list of specimens is sent: to which order, and whether it replaces the rows that are there. */
const ManifestListQuery = z.strictObject({
  orderId: Id,
  mode: z.enum(MANIFEST_MODES).default('replace'),
  /** `1` checks only. */
  dryRun: z
    .enum(['0', '1'])
    .default('0')
    .transform((value) => value === '1'),
  /** The mark of the rows that the person has seen; others are not overwritten. */
  seen: z.string().max(64).nullable().default(null),
});

export const uploadManifest = defineCall({
  id: 'uploadManifest',
  method: 'post',
  path: '/api/create-order/manifest',
  access: 'create-order/manifest:create',
  summary:
    'Checks a file of specimens and saves its rows if it has no errors; asks for columns and words that nobody has confirmed.',
  query: ManifestListQuery,
  body: binary('application/octet-stream', WORKBOOK, 'text/csv', 'text/tab-separated-values'),
  answer: z.union([ManifestAnswer, MappingRequest]),
  errors: ['ORDER_SUBMITTED', 'SPECIMENS_CHOSEN', 'WORK_HAS_BEGUN'],
});

export const confirmManifestMapping = defineCall({
  id: 'confirmManifestMapping',
  method: 'post',
  path: '/api/create-order/manifest/mapping',
  access: 'create-order/manifest:create',
  summary: 'Remembers what the organization of an order calls the columns and words of its spreadsheets.',
  body: z.strictObject({ orderId: Id, mapping: Mapping }),
  errors: ['ORDER_SUBMITTED', 'SPECIMENS_CHOSEN', 'WORK_HAS_BEGUN'],
});

export const saveManifestRows = defineCall({
  id: 'saveManifestRows',
  method: 'post',
  path: '/api/create-order/manifest/rows',
  access: 'create-order/manifest:create',
  summary: 'Checks typed rows of specimens, and saves them when they have no errors and it is no dry run.',
  /** `partial=1` saves the rows without errors, and leaves the saved state of the others. */
  query: ManifestListQuery.extend({
    partial: z
      .enum(['0', '1'])
      .default('0')
      .transform((value) => value === '1'),
  }),
  body: z.strictObject({ rows: z.array(ManifestRow).min(1).max(MAX_ROWS) }),
  answer: ManifestAnswer,
  errors: ['ORDER_SUBMITTED', 'SPECIMENS_CHOSEN', 'WORK_HAS_BEGUN'],
});

export const downloadManifestTemplate = defineCall({
  id: 'downloadManifestTemplate',
  method: 'get',
  path: '/api/manifest/template',
  access: 'manifest:read',
  summary: 'Downloads the empty manifest of a service with the lists of accepted values.',
  query: z.strictObject({ protocolId: Id, packageType: PackageType.optional(), format: Format }),
  answer: binary(WORKBOOK, 'text/csv'),
});

export const downloadManifest = defineCall({
  id: 'downloadManifest',
  method: 'get',
  path: '/api/manifest/orders/:orderId',
  access: 'manifest:read',
  summary: 'Downloads the rows of an order as a manifest that can be edited and uploaded.',
  params: z.strictObject({ orderId: Id }),
  query: z.strictObject({ format: Format }),
  answer: binary(WORKBOOK, 'text/csv'),
});

export const checkSpecimen = defineCall({
  id: 'checkSpecimen',
  method: 'post',
  path: '/api/manifest/specimen',
  access: 'manifest/specimen:create',
  summary: 'Checks one row of specimens against the rules of its order, and saves nothing.',
  /** `specimenId` names the row of the order that this one would replace. */
  body: z.strictObject({ orderId: Id, row: ManifestRow, specimenId: Id.nullable().default(null) }),
  answer: z.object({ faults: z.array(ManifestFault), warnings: z.array(ManifestFault) }),
  errors: ['ORDER_SUBMITTED', 'SPECIMENS_CHOSEN', 'WORK_HAS_BEGUN'],
});
