import { ulid } from 'ulid';
import type {
  DraftField,
  DraftSection,
  DraftStep,
  ProcedureSettings,
} from '#db/protocols/procedures/procedure-content.ts';
import { type ProcedureDraft, procedureDraft } from '#db/protocols/procedures/procedure-draft.ts';

/** Build the draft of a procedure's sections, empty. */
export const buildProcedureDraft = (overrides: Partial<ProcedureDraft> = {}): ProcedureDraft =>
  procedureDraft.schema.parse({
    id: ulid(),
    createdAt: '2026-11-20T08:00:00.000Z',
    createdById: null,
    updatedAt: '2026-11-20T08:00:00.000Z',
    version: 1,
    deleted: false,
    entity: 'WBL',
    procedureId: 'procedure-extraction',
    sections: [],
    savedById: 'user-manager',
    ...overrides,
  });

/** Build the settings of a small extraction without controls. */
export const buildSettings = (overrides: Partial<ProcedureSettings> = {}): ProcedureSettings => ({
  name: 'Column extraction',
  clinical: false,
  requiresDirectorApproval: false,
  minSamples: 1,
  maxSamples: 24,
  positiveControls: 0,
  negativeControls: 0,
  noTemplateControls: 0,
  sampleInputVolume: '100',
  outputVolume: '50',
  dnaBarcodeKit: null,
  estimatedMinutes: 60,
  documentFileId: null,
  requiresReading: true,
  requiresTraining: false,
  competenceMonths: null,
  ...overrides,
});

/** Build a number of a draft, recorded for each sample. */
export const buildDraftField = (overrides: Partial<DraftField> = {}): DraftField => ({
  id: ulid(),
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

/** Build a step of a draft without fields. */
export const buildDraftStep = (overrides: Partial<DraftStep> = {}): DraftStep => ({
  id: ulid(),
  title: 'Measure the concentration',
  instructions: null,
  caution: null,
  timerSeconds: null,
  imageFileId: null,
  fields: [],
  ...overrides,
});

/** Build a section of a draft with one step that records a concentration. */
export const buildDraftSection = (overrides: Partial<DraftSection> = {}): DraftSection => ({
  id: ulid(),
  name: 'Quantification',
  instructions: null,
  requiresSignature: true,
  requiresReview: false,
  equipmentTypeRequired: [],
  estimatedMinutes: null,
  sourceSectionId: null,
  sourceVersion: null,
  steps: [buildDraftStep({ fields: [buildDraftField()] })],
  ...overrides,
});
