import { z } from 'zod';
import { binary, defineCall } from '#db/api/call-definition.ts';
import { ManifestAnswer } from '#db/ordering/manifest/manifest-answer.ts';
import {
  ManifestListQuery,
  ManifestRows,
  SpecimenCheck,
  SpecimenFindings,
} from '#db/ordering/manifest/manifest-requests.ts';
import { PackageType } from '#db/ordering/orders/order-terms.ts';
import { Id } from '#db/values/id.ts';

const Format = z.enum(['xlsx', 'csv']).default('xlsx');
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const uploadManifest = defineCall({
  id: 'uploadManifest',
  method: 'post',
  path: '/api/create-order/manifest',
  access: 'create-order/manifest:create',
  summary: 'Checks a file of specimens, and saves its rows when it has no errors and is no dry run.',
  query: ManifestListQuery,
  body: binary('application/octet-stream', WORKBOOK, 'text/csv', 'text/tab-separated-values'),
  answer: ManifestAnswer,
  errors: ['ORDER_SUBMITTED', 'SPECIMENS_CHOSEN', 'WORK_HAS_BEGUN'],
});

export const saveManifestRows = defineCall({
  id: 'saveManifestRows',
  method: 'post',
  path: '/api/create-order/manifest/rows',
  access: 'create-order/manifest:create',
  summary: 'Checks typed rows of specimens, and saves them when they have no errors and it is no dry run.',
  query: ManifestListQuery,
  body: ManifestRows,
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
  body: SpecimenCheck,
  answer: SpecimenFindings,
  errors: ['ORDER_SUBMITTED', 'SPECIMENS_CHOSEN', 'WORK_HAS_BEGUN'],
});
