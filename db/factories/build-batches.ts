import { ulid } from 'ulid';
import { type Batch, batch } from '#db/batches/batch.ts';
import { type BatchControl, batchControl } from '#db/batches/batch-control.ts';

/** Build an extraction batch that has not started. */
export const buildBatch = (overrides: Partial<Batch> = {}): Batch =>
  batch.schema.parse({
    id: ulid(),
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    name: 'Extraction of the day',
    status: 'NOT_STARTED',
    batchOrder: 1,
    julianId: 'W26325-E01',
    labDay: '2026-11-21',
    type: 'EXTRACTION',
    procedureId: 'procedure-extraction',
    plateBarcodeId: null,
    assignedUserId: null,
    research: false,
    directorApproved: null,
    directorApprovedById: null,
    directorApprovedAt: null,
    directorReturnReason: null,
    directorReturnAnswer: null,
    startedAt: null,
    startedById: null,
    completedAt: null,
    completedById: null,
    failureReason: null,
    failureNotes: null,
    sourceBatchId: null,
    layoutLockedAt: null,
    sequencerId: null,
    overrideReason: null,
    outputPlateId: null,
    ...overrides,
  });

/** Build a negative control in A2. */
export const buildBatchControl = (overrides: Partial<BatchControl> = {}): BatchControl =>
  batchControl.schema.parse({
    id: ulid(),
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    batchId: 'batch-1',
    plateLocation: 'A2',
    controlType: 'NEGATIVE_CONTROL',
    name: 'Negative control 1',
    inventoryItemId: null,
    dnaBarcode: null,
    passed: null,
    acceptedReason: null,
    acceptedById: null,
    ...overrides,
  });
