import { checkRepeats, warnOfEarlier } from './check-repeats.ts';
import { checkRow } from './check-row.ts';
import type { SheetRow } from './find-header.ts';
import { MANIFEST_FIELDS, MAX_ROWS } from './manifest-columns.ts';
import type { ManifestContext } from './manifest-context.ts';
import { fileFault, type ManifestFault } from './manifest-fault.ts';
import type { ManifestRow, SpecimenDraft } from './manifest-row.ts';
import { missingColumns, type OpenedManifest, openManifest } from './open-manifest.ts';

/** The verdict on a manifest: with any fault nothing of it is saved; warnings are only told. */
export interface ManifestVerdict {
  faults: ManifestFault[];
  warnings: ManifestFault[];
  /** The rows as specimens; empty when there is any fault. */
  drafts: SpecimenDraft[];
  rowCount: number;
  ignored: string[];
}

const placeOf = ({ field }: ManifestFault): number => (field === null ? -1 : MANIFEST_FIELDS.indexOf(field));
const byRow = (a: ManifestFault, b: ManifestFault): number => a.row - b.row || placeOf(a) - placeOf(b);

/** Judges rows, typed or read, against the order and what is known: all faults at once. */
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

/** Judges a file that was opened. */
export function judgeManifest(manifest: OpenedManifest, context: ManifestContext): ManifestVerdict {
  const missing = missingColumns(manifest, context);
  const verdict = judgeRows(manifest.rows, context);
  // A missing column is told once, not by an empty cell in every row.
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

/** Reads a sheet of cells as a manifest: header wherever it is, all faults at once, the rows as specimens when there is none. */
export const readManifest = (sheet: readonly SheetRow[], context: ManifestContext): ManifestVerdict =>
  judgeManifest(openManifest(sheet), context);
