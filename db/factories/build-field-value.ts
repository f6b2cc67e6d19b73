import { ulid } from 'ulid';
import { type FieldValue, fieldValue } from '#db/protocols/field-value.ts';

/** Build a typed value of one sample. */
export const buildFieldValue = (overrides: Partial<FieldValue> = {}): FieldValue =>
  fieldValue.schema.parse({
    id: ulid(),
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    assignedSectionId: 'assigned-lysis',
    fieldId: 'field-concentration',
    sampleId: 'sample-1',
    value: '42.5',
    numericValue: '42.5',
    inventoryItemId: null,
    barcodeId: null,
    enteredById: 'user-tech',
    occurredAt: '2026-11-21T09:00:00.000Z',
    inputMethod: 'TYPED',
    supersedesId: null,
    changeReason: null,
    conflict: false,
    late: false,
    removed: false,
    ...overrides,
  });
