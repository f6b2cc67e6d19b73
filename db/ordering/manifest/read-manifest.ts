import { checkRepeats, warnOfEarlier } from './check-repeats.ts';
import { checkRow } from './check-row.ts';
import type { SheetRow } from './find-header.ts';
import { MANIFEST_FIELDS, MAX_ROWS } from './manifest-columns.ts';
import type { ManifestContext } from './manifest-context.ts';
import { fileFault, type ManifestFault } from './manifest-fault.ts';
import type { ManifestRow, SpecimenDraft } from './manifest-row.ts';
import { missingColumns, type OpenedManifest, openManifest } from './open-manifest.ts';

/** The verdict on a manifest: with any error nothing is saved; warnings are only shown. */
export interface ManifestVerdict {
  faults: ManifestFault[];
  warnings: ManifestFault[];
  /** The rows as specimens; empty when there is any error. */
  drafts: SpecimenDraft[];
  rowCount: number;
  ignored: string[];
}

const placeOf = ({ field }: ManifestFault): number => (field === null ? -1 : MANIFEST_FIELDS.indexOf(field));
const byRow = (a: ManifestFault, b: ManifestFault): number => a.row - b.row || placeOf(a) - placeOf(b);

/** Check rows, typed or read, against the order and the known data: all errors at once. */
export function judgeRows(
  rows: readonly ManifestRow[],
  context: ManifestContext,
): Pick<ManifestVerdict, 'faults' | 'warnings' | 'drafts'> {
  const checked = rows.map((row) => checkRow(row, context));
  checkRepeats(checked, context);
  warnOfEarlier(checked, context);
  const faults = checked.flatMap((row) => row.faults);
  const all = rows.length + context.staying.length;
  if (context.staying.length > 0 && all > MAX_ROWS)
    faults.push(
      fileFault(
        `No more than ${MAX_ROWS} rows fit into an order; with the ${context.staying.length} already there it would have ${all}.`,
        'Split it into several orders',
      ),
    );
  return {
    faults: faults.sort(byRow),
    warnings: checked.flatMap((row) => row.warnings).sort(byRow),
    drafts: faults.length > 0 ? [] : checked.flatMap(({ draft }) => draft ?? []),
  };
}

/** Check an opened file. */
export function judgeManifest(manifest: OpenedManifest, context: ManifestContext): ManifestVerdict {
  const missing = missingColumns(manifest, context);
  const verdict = judgeRows(manifest.rows, context);
  // A missing column is reported once, not by an empty cell in every row.
  const ofRows = verdict.faults.filter(({ field }) => field === null || !missing.fields.includes(field));
  const faults = [...manifest.faults, ...missing.faults, ...ofRows].sort(byRow);
  return {
    faults,
    warnings: verdict.warnings,
    drafts: faults.length > 0 ? [] : verdict.drafts,
    rowCount: manifest.rows.length,
    ignored: manifest.ignored,
  };
}

/**
 * Read a sheet of cells as a manifest: finds the header, reports all errors at once, and returns the rows as
 * specimens when there is none.
 */
export const readManifest = (sheet: readonly SheetRow[], context: ManifestContext): ManifestVerdict =>
  judgeManifest(openManifest(sheet), context);
