import { SAME_FIELDS } from '#db/ordering/manifest/apply-mapping.ts';
import type { ManifestField } from '#db/ordering/manifest/manifest-columns.ts';
import type { ManifestFault } from '#db/ordering/manifest/manifest-fault.ts';
import type { ManifestCells, ManifestRow } from '#db/ordering/manifest/manifest-row.ts';
import { type EnteredRows, filledRows, isEmptyRow, numbered, withCell } from './draft-specimen-rows.ts';

/** Fields that may have one value for all rows of the table. */
export const COMMON_FIELDS: readonly ManifestField[] = [...SAME_FIELDS, 'physician'];

/** Get the value that all filled rows have in a field; empty when they differ. */
export function commonCell(rows: EnteredRows, field: ManifestField): string {
  const texts = new Set(rows.filter((row) => !isEmptyRow(row)).map(({ cells }) => cells[field] ?? ''));
  return texts.size === 1 ? ([...texts][0] ?? '') : '';
}

/** Give all filled rows one value in a field. */
export const withSameCell = (rows: EnteredRows, field: ManifestField, text: string): EnteredRows =>
  rows.map((row) => (isEmptyRow(row) ? row : { ...row, cells: { ...row.cells, [field]: text } }));

/** Fill rows that were empty before with what is the same for all rows. */
export function withPresets(before: EnteredRows, after: EnteredRows, presets: ManifestCells): EnteredRows {
  const wasFilled = new Set(before.filter((row) => !isEmptyRow(row)).map(({ row }) => row));
  const values = COMMON_FIELDS.flatMap((field) => {
    const text = presets[field] || commonCell(before, field);
    return text ? [[field, text] as const] : [];
  });
  if (values.length === 0) return after;
  return after.map((row) => {
    if (isEmptyRow(row) || wasFilled.has(row.row)) return row;
    const missing = values.filter(([field]) => !row.cells[field]?.trim());
    return missing.length === 0 ? row : { ...row, cells: { ...row.cells, ...Object.fromEntries(missing) } };
  });
}

/** Put the suggestions of faults into their cells. */
export const withFixes = (rows: EnteredRows, problems: readonly ManifestFault[]): EnteredRows =>
  problems.reduce(
    (next, { row, field, fix }) => (field === null || fix === null ? next : withCell(next, row, field, fix)),
    rows,
  );

/** Put the rows of a file into the table, and number their faults like the table. */
export function tableOfFile(
  existing: EnteredRows,
  rows: readonly ManifestRow[],
  problems: readonly ManifestFault[],
): { rows: EnteredRows; faults: ManifestFault[] } {
  const before = filledRows(existing);
  const places = new Map(rows.map(({ row }, index) => [row, before.length + index + 1]));
  return {
    rows: numbered([...before, ...rows].map(({ cells }) => cells)),
    faults: problems.flatMap((problem) => {
      const row = places.get(problem.row);
      return row === undefined || problem.field === null ? [] : [{ ...problem, row }];
    }),
  };
}
