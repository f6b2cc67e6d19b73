import { ulid } from 'ulid';
import { type BatchControl, batchControl } from '#db/batches/batch-control.ts';

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
