import { ulid } from 'ulid';
import type { Family } from '#db/access/families.ts';
import { PROCEDURE_ROW_CALLS } from './procedure-row-calls.ts';
import { DEVICE, of, operationBody, type RowCall, reading, UNKNOWN_ID } from './row-call.ts';

const NEW_ITEM = {
  barcode: null,
  serialNumber: null,
  quantity: null,
  unitCost: null,
  purchaseOrderNumber: null,
  receipt: null,
};

const LIBRARY_SECTION = {
  name: 'Elsewhere',
  instructions: null,
  requiresSignature: true,
  requiresReview: false,
  equipmentTypeRequired: [],
  estimatedMinutes: null,
  sourceSectionId: null,
  sourceVersion: null,
  steps: [
    {
      id: ulid(),
      title: 'Tried from elsewhere',
      instructions: null,
      caution: null,
      timerSeconds: null,
      imageFileId: null,
      fields: [],
    },
  ],
};

/** The calls of the lab families that name rows. */
export const LAB_ROW_CALLS: Partial<Record<Family, readonly RowCall[]>> = {
  'lab/assigned-sections': [
    reading('lab/assigned-sections', 'assigned_section'),
    {
      method: 'patch',
      path: '/api/lab/assigned-sections/:id',
      body: () => ({ operation: 'note-deviation', args: { note: 'Tried from elsewhere' } }),
      rows: of('assigned_section'),
    },
  ],
  'lab/barcode': [
    {
      method: 'get',
      path: '/api/lab/barcode/:value',
      rows: `SELECT value AS id FROM barcode WHERE entity = $1 AND active AND type = 'SAMPLE' ORDER BY id LIMIT 1`,
    },
  ],
  'lab/batches': [
    reading('lab/batches', 'batch'),
    {
      method: 'get',
      path: '/api/lab/batches/:id/sample-sheet',
      query: () => ({ placeColumn: 'position_id', place: 'X1', kit: 'SQK-LSK114' }),
      rows: of('batch', `AND type = 'SEQUENCING'`),
    },
    {
      method: 'patch',
      path: '/api/lab/batches/:id',
      body: () => ({ operation: 'start-batch', args: {} }),
      rows: of('batch'),
    },
    {
      method: 'post',
      path: '/api/lab/batches',
      body: (procedureId) => ({ name: 'Elsewhere', procedureId }),
      rows: of('procedure', `AND status = 'APPROVED'`),
    },
  ],
  'lab/batches/research': [
    {
      method: 'post',
      path: '/api/lab/batches/research',
      body: (procedureId) => ({ name: 'Elsewhere', procedureId }),
      rows: of('procedure', `AND status = 'APPROVED'`),
    },
  ],
  'lab/data-sync': [
    {
      method: 'post',
      path: '/api/lab/data-sync/incidents',
      by: 'LAB_TECH',
      body: (deviceId) => ({
        deviceId,
        kind: 'STORAGE_ERROR',
        message: 'QuotaExceededError',
        occurredAt: '2026-11-21T10:00:00.000Z',
      }),
      rows: DEVICE,
    },
  ],
  'lab/equipment': [
    reading('lab/equipment', 'equipment'),
    {
      method: 'patch',
      path: '/api/lab/equipment',
      ...operationBody('release-equipment', 'equipmentId', { reason: 'Tried from elsewhere' }),
      rows: of('equipment'),
    },
  ],
  'lab/events': [reading('lab/events', 'event')],
  'lab/inventory-item': [
    reading('lab/inventory-item', 'inventory_item'),
    {
      method: 'patch',
      path: '/api/lab/inventory-item',
      ...operationBody('open-inventory-item', 'itemId'),
      rows: of('inventory_item'),
    },
    {
      method: 'post',
      path: '/api/lab/inventory-item',
      body: (inventoryTypeId) => ({ ...NEW_ITEM, inventoryTypeId }),
      rows: of('inventory_type'),
    },
  ],
  'lab/inventory-type': [reading('lab/inventory-type', 'inventory_type')],
  'lab/flows': [
    reading('lab/flows', 'flow'),
    { method: 'get', path: '/api/lab/flows/:id/content', rows: of('flow') },
    { method: 'get', path: '/api/lab/flows/:id/record', rows: of('flow'), own: 'never' },
    {
      method: 'post',
      path: '/api/lab/flows/versions',
      body: (sourceId) => ({ flowId: ulid(), sourceId }),
      rows: of('flow'),
    },
    {
      method: 'patch',
      path: '/api/lab/flows',
      ...operationBody('archive-flow', 'flowId', { reason: 'Tried from elsewhere' }),
      rows: of('flow'),
    },
    {
      method: 'patch',
      path: '/api/lab/flows/reject',
      body: (flowId) => ({ flowId, reason: 'Tried from elsewhere' }),
      rows: of('flow'),
    },
    {
      method: 'patch',
      path: '/api/lab/flows/sign-off',
      body: (flowId) => ({ flowId, contentHash: '0'.repeat(64), pin: '000000', effectiveFrom: null }),
      rows: of('flow'),
    },
  ],
  ...PROCEDURE_ROW_CALLS,
  'lab/protocols': [
    reading('lab/protocols', 'protocol'),
    { method: 'get', path: '/api/lab/protocols/:id/content', rows: of('protocol') },
    { method: 'get', path: '/api/lab/protocols/:id/record', rows: of('protocol'), own: 'never' },
    {
      method: 'post',
      path: '/api/lab/protocols/versions',
      body: (sourceId) => ({ protocolId: ulid(), sourceId }),
      rows: of('protocol'),
    },
    {
      method: 'patch',
      path: '/api/lab/protocols',
      ...operationBody('deprecate-protocol', 'protocolId', { reason: 'Tried from elsewhere' }),
      rows: of('protocol'),
    },
    {
      method: 'patch',
      path: '/api/lab/protocols/reject',
      body: (protocolId) => ({ protocolId, reason: 'Tried from elsewhere' }),
      rows: of('protocol'),
    },
    {
      method: 'patch',
      path: '/api/lab/protocols/sign-off',
      body: (protocolId) => ({
        protocolId,
        contentHash: '0'.repeat(64),
        pin: '000000',
        effectiveFrom: null,
      }),
      rows: of('protocol'),
    },
  ],
  'lab/samples': [
    reading('lab/samples', 'sample'),
    {
      method: 'patch',
      path: '/api/lab/samples/override',
      body: (sampleId) => ({ sampleId, status: 'RECEIVED_ON_HOLD', reason: 'Forced by the test' }),
      rows: of('sample'),
    },
  ],
  'lab/batches/override': [
    {
      method: 'patch',
      path: '/api/lab/batches/override',
      body: (batchId) => ({
        batchId,
        status: 'FAILED',
        reason: 'Forced by the test',
        failureReason: 'BAD_SAMPLE',
      }),
      rows: of('batch'),
    },
  ],
  'lab/custody': [
    {
      method: 'patch',
      path: '/api/lab/custody',
      ...operationBody('check-out-sample', 'sampleId', { purpose: 'BATCH' }),
      rows: of('sample'),
    },
  ],
  'lab/samples/update/status': [
    {
      method: 'patch',
      path: '/api/lab/samples/update/status',
      ...operationBody('check-out-sample', 'sampleId', { purpose: 'BATCH' }),
      rows: of('sample'),
    },
  ],
  'lab/sections': [
    reading('lab/sections', 'section'),
    {
      method: 'patch',
      path: '/api/lab/sections',
      body: (id) => ({ seenVersion: 1, content: { ...LIBRARY_SECTION, id } }),
      rows: of('section', 'AND procedure_id IS NULL'),
    },
    {
      method: 'delete',
      path: '/api/lab/sections',
      body: (sectionId) => ({ sectionId, reason: 'Tried from elsewhere' }),
      rows: of('section', 'AND procedure_id IS NULL'),
    },
  ],
  'lab/specimens': [
    reading('lab/specimens', 'specimen'),
    {
      method: 'patch',
      path: '/api/lab/specimens/override',
      body: (specimenId) => ({ specimenId, status: 'RECEIVED_ON_HOLD', reason: 'Forced by the test' }),
      rows: of('specimen'),
    },
    {
      method: 'patch',
      path: '/api/lab/specimens',
      ...operationBody('release-specimen', 'specimenId', { note: 'Tried' }),
      rows: of('specimen'),
    },
    {
      method: 'delete',
      path: '/api/lab/specimens/:id',
      body: () => ({ reason: 'Tried from elsewhere' }),
      rows: of('specimen'),
      // The call would delete the test's own specimen.
      own: 'never',
    },
    {
      method: 'get',
      path: '/api/lab/specimens/photos/:id',
      query: () => ({ accessionGroupId: UNKNOWN_ID }),
      rows: of('s3_file'),
      own: 'never',
    },
    {
      method: 'put',
      path: '/api/lab/specimens/photos/:id',
      query: () => ({ accessionGroupId: UNKNOWN_ID }),
      // A non-image is refused before the id is checked.
      body: () => ({}),
      rows: of('s3_file'),
      own: 'alike',
    },
  ],
  'lab/specimens/move': [
    {
      method: 'patch',
      path: '/api/lab/specimens/move',
      body: (sampleId) => ({ sampleId, containerId: UNKNOWN_ID, position: 'A1' }),
      rows: of('sample'),
      own: 'never',
    },
  ],
  'lab/storage-management': [
    reading('lab/storage-management', 'storage_management'),
    {
      method: 'patch',
      path: '/api/lab/storage-management',
      ...operationBody('retire-container', 'containerId', { reason: 'Tried' }),
      rows: of('storage_management', `AND type = 'BOX'`),
    },
  ],
};
