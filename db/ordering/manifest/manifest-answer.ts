import { z } from 'zod';
import { MANIFEST_MODES } from './load-manifest-context.ts';
import { ManifestDifferences } from './manifest-differences.ts';
import { ManifestFault } from './manifest-fault.ts';
import { ManifestRow } from './manifest-row.ts';
import { MappingQuestion } from './mapping-question.ts';

const AnswerFields = {
  warnings: z.array(ManifestFault),
  rowCount: z.int(),
  /** Headers of columns that were not read. */
  ignored: z.array(z.string()),
  /** How the columns and words of a file were read; null for typed rows. */
  question: MappingQuestion.nullable(),
};

/** The answer to a file whose columns or words a person must confirm first; nothing was checked or saved. */
export const MappingRequest = z.object({ saved: z.literal(false), confirm: MappingQuestion });
export type MappingRequest = z.infer<typeof MappingRequest>;

/** The answer to a list without errors: what it would change (`saved: false`) or has changed. */
export const ManifestAnswer = z.object({
  saved: z.boolean(),
  mode: z.enum(MANIFEST_MODES),
  ...AnswerFields,
  differences: ManifestDifferences,
  /** Errors of rows that were left out of a partial save. */
  faults: z.array(ManifestFault),
  /** The rows as understood or, once saved, all rows of the order. */
  rows: z.array(ManifestRow.extend({ specimenId: z.string().nullable() })),
});
export type ManifestAnswer = z.infer<typeof ManifestAnswer>;

/** The answer (422) to a list with errors; nothing was saved. */
export const ManifestRefusal = z.object({
  error: z.string(),
  code: z.literal('VALIDATION'),
  issues: z.array(z.object({ path: z.string(), message: z.string() })),
  faults: z.array(ManifestFault).min(1),
  /** The rows as read, to be corrected on the screen. */
  rows: z.array(ManifestRow),
  ...AnswerFields,
});
export type ManifestRefusal = z.infer<typeof ManifestRefusal>;
