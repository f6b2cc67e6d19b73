import { z } from 'zod';
import { field } from '#db/protocols/field.ts';
import { type Procedure, procedure } from '#db/protocols/procedure.ts';
import { section, step } from '#db/protocols/section.ts';
import type { Transaction } from '#db/transaction.ts';
import { canonicalJson, sha256 } from '#db/values/canonical-json.ts';
import { Id } from '#db/values/id.ts';

/** The most that one procedure has; the designer and the import refuse more. */
export const MAX_SECTIONS = 60;
const MAX_STEPS = 60;
const MAX_FIELDS = 60;

const draftText = z.string().max(500);

/** A field in a draft: incomplete settings are stored and named by the check, so that nothing typed is lost. */
export const DraftField = z.strictObject({
  /** The field's identity across versions. */
  id: Id,
  name: draftText,
  label: draftText,
  ...field.schema.pick({
    type: true,
    scope: true,
    required: true,
    measurementUnitId: true,
    decimals: true,
    maxLength: true,
    allowFuture: true,
    inventoryTypeId: true,
    barcodeType: true,
    calculationType: true,
    operands: true,
    mapsTo: true,
    defaultValue: true,
    helpText: true,
    min: true,
    max: true,
    qcMin: true,
    qcMax: true,
    pattern: true,
    quantityPerSample: true,
    quantityPerBatch: true,
  }).shape,
});
export type DraftField = z.infer<typeof DraftField>;

/** A step in a draft, with its fields in order. */
export const DraftStep = z.strictObject({
  id: Id,
  title: draftText,
  ...step.schema.pick({ instructions: true, caution: true, timerSeconds: true, imageFileId: true }).shape,
  /** Absent in drafts and files of before. */
  pictures: step.schema.shape.pictures.default([]),
  fields: z.array(DraftField).max(MAX_FIELDS),
});
export type DraftStep = z.infer<typeof DraftStep>;

/** A section in a draft, with its steps in order. */
export const DraftSection = z.strictObject({
  id: Id,
  name: draftText,
  ...section.schema.pick({
    instructions: true,
    requiresSignature: true,
    requiresReview: true,
    equipmentTypeRequired: true,
    estimatedMinutes: true,
    sourceSectionId: true,
    sourceVersion: true,
  }).shape,
  steps: z.array(DraftStep).max(MAX_STEPS),
});
export type DraftSection = z.infer<typeof DraftSection>;

/** The settings of a procedure that its authors change, within a 96-well plate; code and type of batch stay. */
export const ProcedureSettings = z
  .strictObject({
    ...procedure.schema.pick({
      name: true,
      clinical: true,
      requiresDirectorApproval: true,
      sampleInputVolume: true,
      outputVolume: true,
      dnaBarcodeKit: true,
      documentFileId: true,
      requiresReading: true,
      requiresTraining: true,
    }).shape,
    minSamples: z.int().min(1).max(96),
    maxSamples: z.int().min(1).max(96),
    positiveControls: z.int().min(0).max(96),
    negativeControls: z.int().min(0).max(96),
    noTemplateControls: z.int().min(0).max(96),
    estimatedMinutes: z.int().min(0).max(100_000).nullable(),
    competenceMonths: z.int().min(1).max(120).nullable(),
    /** Absent in files of before. */
    trainingFromVersion: z.int().min(1).max(10_000).nullable().default(null),
  })
  .refine(({ minSamples, maxSamples }) => minSamples <= maxSamples, {
    path: ['minSamples'],
    message: 'The minimum is above the maximum.',
  });
export type ProcedureSettings = z.infer<typeof ProcedureSettings>;

/** The sections of a version: those of its draft, or those of its rows once it is approved. */
export type ProcedureSections = readonly DraftSection[];

/** Return the settings of a procedure. */
export const settingsOf = (row: Procedure): ProcedureSettings => ({
  name: row.name,
  clinical: row.clinical,
  requiresDirectorApproval: row.requiresDirectorApproval,
  minSamples: row.minSamples,
  maxSamples: row.maxSamples,
  positiveControls: row.positiveControls,
  negativeControls: row.negativeControls,
  noTemplateControls: row.noTemplateControls,
  sampleInputVolume: row.sampleInputVolume,
  outputVolume: row.outputVolume,
  dnaBarcodeKit: row.dnaBarcodeKit,
  estimatedMinutes: row.estimatedMinutes,
  documentFileId: row.documentFileId,
  requiresReading: row.requiresReading,
  requiresTraining: row.requiresTraining,
  competenceMonths: row.competenceMonths,
  trainingFromVersion: row.trainingFromVersion,
});

const byOrder = (a: { order: number; id: string }, b: { order: number; id: string }): number =>
  a.order - b.order || (a.id < b.id ? -1 : 1);

/** Read the sections of a version from its rows. */
export async function readSectionRows(tx: Transaction, procedureId: string): Promise<DraftSection[]> {
  const sections = await tx.find(section, { procedureId });
  const steps = await tx.find(step, { procedureId });
  const fields = await tx.find(field, { procedureId });
  return sections.sort(byOrder).map((sectionRow) => ({
    ...DraftSection.omit({ id: true, steps: true }).strip().parse(sectionRow),
    id: sectionRow.originId ?? sectionRow.id,
    steps: steps
      .filter(({ sectionId }) => sectionId === sectionRow.id)
      .sort(byOrder)
      .map((stepRow) => ({
        ...DraftStep.omit({ id: true, fields: true }).strip().parse(stepRow),
        id: stepRow.originId ?? stepRow.id,
        fields: fields
          .filter(({ stepId }) => stepId === stepRow.id)
          .sort(byOrder)
          .map((fieldRow) => ({
            ...DraftField.omit({ id: true }).strip().parse(fieldRow),
            id: fieldRow.originId ?? fieldRow.id,
          })),
      })),
  }));
}

// Versions that were signed before the setting existed keep their hash.
const signedSettings = (row: Procedure) => {
  const { trainingFromVersion, ...settings } = settingsOf(row);
  return trainingFromVersion === null ? settings : { ...settings, trainingFromVersion };
};

const signedSections = (sections: ProcedureSections) =>
  sections.map((section) => ({
    ...section,
    steps: section.steps.map(({ pictures, ...rest }) =>
      pictures.length === 0 ? rest : { ...rest, pictures },
    ),
  }));

/**
 * Compute the hash that a director signs: every setting, section, step and field of the version, the hash of
 * each picture and that of its SOP file.
 */
export const procedureHash = (
  row: Procedure,
  sections: ProcedureSections,
  documentHash: string | null,
): Promise<string> =>
  sha256(
    canonicalJson({
      act: 'sign-off-procedure',
      procedureId: row.id,
      code: row.code,
      procedureVersion: row.procedureVersion,
      batchType: row.batchType,
      settings: signedSettings(row),
      sections: z.array(z.json()).parse(signedSections(sections)),
      documentHash,
    }),
  );
