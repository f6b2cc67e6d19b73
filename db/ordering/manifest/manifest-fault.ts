import { z } from 'zod';
import { columnOf, MANIFEST_FIELDS, type ManifestField } from './manifest-columns.ts';

/** A specimen of an earlier order with the name of a row: possibly the same material. */
export const ExistingSpecimen = z.object({
  specimenId: z.string(),
  customerSampleId: z.string(),
  requisitionNumber: z.string(),
  orderNumber: z.string(),
});
export type ExistingSpecimen = z.infer<typeof ExistingSpecimen>;

/** An error or warning about a cell, and a correction. Row 0 is the file as a whole. */
export const ManifestFault = z.object({
  row: z.number().int(),
  column: z.string(),
  field: z.enum(MANIFEST_FIELDS).nullable(),
  value: z.string(),
  problem: z.string(),
  /** "Row {r}, {column}: {problem}", for lists. */
  message: z.string(),
  suggestion: z.string().nullable(),
  /** The content that corrects the cell, where the suggestion is one. */
  fix: z.string().nullable(),
  existing: ExistingSpecimen.nullable(),
});
export type ManifestFault = z.infer<typeof ManifestFault>;

const MAX_DISPLAY_LENGTH = 80;
const truncateValue = (value: string): string =>
  value.length > MAX_DISPLAY_LENGTH ? `${value.slice(0, MAX_DISPLAY_LENGTH)}…` : value;

/** The result of checking a cell. */
export interface Finding {
  problem: string;
  suggestion?: string | null;
  fix?: string | null;
  existing?: ExistingSpecimen;
}

const build = (
  row: number,
  column: string,
  field: ManifestField | null,
  value: string,
  finding: Finding,
) => ({
  row,
  column,
  field,
  value: truncateValue(value),
  problem: finding.problem,
  message: row === 0 ? finding.problem : `Row ${row}, ${column}: ${finding.problem}`,
  suggestion: finding.suggestion ?? null,
  fix: finding.fix ?? null,
  existing: finding.existing ?? null,
});

/** Return an error of one cell. */
export const cellFault = (
  row: number,
  field: ManifestField,
  value: string,
  finding: Finding,
): ManifestFault => build(row, columnOf(field).header, field, value, finding);

/** Return an error of a header cell, which may name an unknown column. */
export const headerFault = (row: number, column: string, finding: Finding): ManifestFault =>
  build(row, column, null, column, finding);

/** Return an error of the file as a whole. */
export const fileFault = (problem: string, suggestion: string | null = null): ManifestFault =>
  build(0, '', null, '', { problem, suggestion });
