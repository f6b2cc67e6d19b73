import { ulid } from 'ulid';
import {
  DraftField,
  type DraftSection,
  type DraftStep,
  type ProcedureSettings,
  settingsOf,
} from '#db/protocols/procedures/procedure-content.ts';
import { type ProcedureDraft, procedureDraft } from '#db/protocols/procedures/procedure-draft.ts';
import { buildField, buildProcedure } from './build-protocols.ts';

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
  ...settingsOf(buildProcedure({ name: 'Column extraction', maxSamples: 24, sampleInputVolume: '100' })),
  ...overrides,
});

/** Build a number of a draft, recorded for each sample. */
export const buildDraftField = (overrides: Partial<DraftField> = {}): DraftField => ({
  ...DraftField.strip().parse(buildField()),
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
  pictures: [],
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
