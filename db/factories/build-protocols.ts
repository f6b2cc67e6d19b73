import { ulid } from 'ulid';
import { type Field, field } from '#db/protocols/field.ts';
import { type Flow, flow, type ProtocolFlow, protocolFlow } from '#db/protocols/flow.ts';
import { type Procedure, procedure } from '#db/protocols/procedure.ts';
import { type Protocol, protocol } from '#db/protocols/protocol.ts';
import { type Section, type Step, section, step } from '#db/protocols/section.ts';
import { type AssignedSection, assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { type Signature, signature } from '#db/protocols/signing/signature.ts';
import { type FieldValue, fieldValue } from '#db/protocols/values/field-value.ts';

/** Build a clinical whole-genome test from blood or extracted DNA that is on sale. */
export const buildProtocol = (overrides: Partial<Protocol> = {}): Protocol =>
  protocol.schema.parse({
    id: ulid(),
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    name: 'Whole genome, long reads',
    code: 'WGS-LR',
    protocolVersion: 1,
    status: 'ACTIVE',
    description: null,
    acceptedSpecimenTypes: ['WHOLE_BLOOD', 'NUCLEIC_ACID'],
    acceptedDnaTypes: ['GDNA'],
    acceptedSpecies: ['HOMO_SAPIENS'],
    minConcentration: '20',
    minVolume: '50',
    minMass: null,
    targetTurnaroundDays: 21,
    clinical: false,
    collectToFillRun: false,
    analysisId: null,
    targetYieldGb: '90',
    targetCoverage: '30',
    supersedesId: null,
    approvedById: 'user-director',
    approvedAt: '2026-11-02T08:00:00.000Z',
    rejectionReason: null,
    ...overrides,
  });

/** Build the default flow of a protocol, for any specimen. */
export const buildProtocolFlow = (overrides: Partial<ProtocolFlow> = {}): ProtocolFlow =>
  protocolFlow.schema.parse({
    id: ulid(),
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    protocolId: 'protocol-wgs',
    flowId: 'flow-blood',
    isDefault: true,
    specimenTypes: [],
    extractedNucleicAcids: null,
    ...overrides,
  });

/** Build an approved flow with extraction, library preparation and sequencing. */
export const buildFlow = (overrides: Partial<Flow> = {}): Flow =>
  flow.schema.parse({
    id: ulid(),
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    name: 'From blood',
    flowVersion: 1,
    status: 'APPROVED',
    samplePreparationProcedureId: null,
    extractionProcedureId: 'procedure-extraction',
    libraryPreparationProcedureId: 'procedure-library',
    sequencingProcedureId: 'procedure-sequencing',
    supersedesId: null,
    approvedById: 'user-director',
    approvedAt: '2026-11-02T08:00:00.000Z',
    rejectionReason: null,
    ...overrides,
  });

/** Build an approved extraction without controls that draws 200 µL of each parent. */
export const buildProcedure = (overrides: Partial<Procedure> = {}): Procedure =>
  procedure.schema.parse({
    id: ulid(),
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    name: 'Magnetic bead extraction',
    code: 'SOP-EXT-01',
    procedureVersion: 1,
    batchType: 'EXTRACTION',
    status: 'APPROVED',
    clinical: false,
    requiresDirectorApproval: false,
    minSamples: 1,
    maxSamples: 96,
    positiveControls: 0,
    negativeControls: 0,
    noTemplateControls: 0,
    sampleInputVolume: '200',
    outputVolume: '50',
    dnaBarcodeKit: null,
    estimatedMinutes: 180,
    documentFileId: null,
    supersedesId: null,
    authorId: 'user-manager',
    signOffById: 'user-director',
    signOffAt: '2026-11-02T08:00:00.000Z',
    rejectedById: null,
    rejectedAt: null,
    rejectionReason: null,
    ...overrides,
  });

/** Build the first section of a procedure; it is signed, not reviewed. */
export const buildSection = (overrides: Partial<Section> = {}): Section =>
  section.schema.parse({
    id: ulid(),
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    procedureId: 'procedure-extraction',
    name: 'Lysis',
    order: 1,
    instructions: null,
    requiresSignature: true,
    requiresReview: false,
    equipmentTypeRequired: [],
    estimatedMinutes: 45,
    ...overrides,
  });

/** Build one instruction of a section. */
export const buildStep = (overrides: Partial<Step> = {}): Step =>
  step.schema.parse({
    id: ulid(),
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    procedureId: 'procedure-extraction',
    sectionId: 'section-lysis',
    order: 1,
    title: 'Add lysis buffer',
    instructions: null,
    caution: null,
    timerSeconds: null,
    imageFileId: null,
    ...overrides,
  });

/** Build a required number with two decimals, once for each sample. */
export const buildField = (overrides: Partial<Field> = {}): Field =>
  field.schema.parse({
    id: ulid(),
    createdAt: '2026-11-02T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-02T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    procedureId: 'procedure-extraction',
    stepId: 'step-1',
    order: 1,
    name: 'concentration',
    label: 'Concentration',
    type: 'NUMBER',
    scope: 'PER_SAMPLE',
    required: true,
    measurementUnitId: null,
    min: '0',
    max: '5000',
    decimals: 2,
    qcMin: null,
    qcMax: null,
    maxLength: null,
    pattern: null,
    allowFuture: false,
    inventoryTypeId: null,
    quantityPerSample: null,
    quantityPerBatch: null,
    barcodeType: null,
    calculationType: null,
    operands: null,
    mapsTo: null,
    defaultValue: null,
    helpText: null,
    ...overrides,
  });

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
