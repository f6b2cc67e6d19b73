import { ulid } from 'ulid';
import { type AssignedSection, assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { type Signature, signature } from '#db/protocols/signing/signature.ts';
import { type FieldValue, fieldValue } from '#db/protocols/values/field-value.ts';

/** Build a section of a batch that nobody has begun. */
export const buildAssignedSection = (overrides: Partial<AssignedSection> = {}): AssignedSection =>
  assignedSection.schema.parse({
    id: ulid(),
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    sectionId: 'section-lysis',
    completionEventId: null,
    batchId: 'batch-1',
    assignedUserId: null,
    startedAt: null,
    startedById: null,
    research: false,
    deviationNote: null,
    stepTicks: {},
    equipmentScans: {},
    reopenedAt: null,
    waitsForId: null,
    waitingSince: null,
    waitingById: null,
    waitingOperationId: null,
    ...overrides,
  });

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

/** Build a verified "Performed by" on a section. */
export const buildSignature = (overrides: Partial<Signature> = {}): Signature =>
  signature.schema.parse({
    id: ulid(),
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    type: 'SIGNED',
    userId: 'user-tech',
    printedName: 'Tess Tech',
    role: 'LAB_TECH',
    meaning: 'Performed by',
    targetType: 'AssignedSection',
    targetId: 'assigned-lysis',
    contentHash: '0'.repeat(64),
    occurredAt: '2026-11-21T09:30:00.000Z',
    syncedAt: null,
    deviceId: null,
    verified: 'OK',
    signatureProof: null,
    signatureHash: null,
    ...overrides,
  });
