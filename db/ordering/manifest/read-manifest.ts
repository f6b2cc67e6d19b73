import { type CheckedRow, checkRow, NO_WELLS } from './check-row.ts';
import type { SheetRow } from './find-header.ts';
import {
  columnOf,
  MANIFEST_COLUMNS,
  MANIFEST_FIELDS,
  MAX_ROWS,
  type ManifestField,
} from './manifest-columns.ts';
import { type ManifestContext, normalizeKey } from './manifest-context.ts';
import { cellFault, type Finding, fileFault, headerFault, type ManifestFault } from './manifest-fault.ts';
import type { ManifestRow, SpecimenDraft } from './manifest-row.ts';
import { NOT_SAVED } from './material-cells.ts';
import { type OpenedManifest, openManifest } from './open-manifest.ts';

/** Return required columns that the file lacks, once at the header and not in every row. */
function missingColumns(
  { headerRow, columns, rows }: OpenedManifest,
  { packageType, clinical }: Pick<ManifestContext, 'packageType' | 'clinical'>,
): { fields: ManifestField[]; faults: ManifestFault[] } {
  const missing = MANIFEST_COLUMNS.filter(
    ({ field, needed: requirement }) =>
      !columns.includes(field) &&
      (requirement === 'always' ||
        (requirement === 'plate' && packageType === 'PLATE') ||
        (requirement === 'clinical' && clinical)),
  );
  if (rows.length === 0) return { fields: [], faults: [] };
  return {
    fields: missing.map(({ field }) => field),
    faults: missing.map(({ field, header }) =>
      headerFault(headerRow, header, {
        problem: 'This column is missing.',
        suggestion: `Add it: ${columnOf(field).hint}`,
      }),
    ),
  };
}

const note = (checked: CheckedRow, field: ManifestField, finding: Finding): void => {
  checked.faults.push(cellFault(checked.row, field, checked.source.cells[field] ?? '', finding));
};

/** Report a duplicate for every row except the first with a key, naming the first row. */
function findRepeats(
  rows: readonly CheckedRow[],
  keyOf: (row: CheckedRow) => string | null,
  staying: ReadonlySet<string>,
  report: (row: CheckedRow, takenBy: string) => void,
): void {
  const first = new Map<string, number>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === null) continue;
    const earlier = first.get(key);
    if (earlier !== undefined) report(row, `Row ${earlier} has it already`);
    else if (staying.has(key)) report(row, 'The order has it already');
    if (earlier === undefined) first.set(key, row.row);
  }
}

const wellKey = (plate: number | null, well: string | null): string | null =>
  plate === null || well === null ? null : `${plate}:${well}`;

const keys = (values: readonly (string | null)[]): Set<string> =>
  new Set(values.filter((value) => value !== null));

/** Find duplicates: sample IDs, requisition numbers and wells in the file, in the order, in the entity. */
function checkRepeats(rows: readonly CheckedRow[], context: ManifestContext): void {
  const { staying, requisitionsInUse } = context;
  findRepeats(
    rows,
    ({ sampleId }) => sampleId && normalizeKey(sampleId),
    keys(staying.map(({ customerSampleId }) => normalizeKey(customerSampleId))),
    (row, takenBy) => note(row, 'customerSampleId', { problem: 'Duplicate sample ID.', suggestion: takenBy }),
  );
  const requisitionTaken = (row: CheckedRow, takenBy: string) =>
    note(row, 'requisitionNumber', { problem: 'Requisition number already in use.', suggestion: takenBy });
  findRepeats(
    rows,
    ({ requisitionNumber }) => requisitionNumber,
    keys(staying.map(({ requisitionNumber }) => requisitionNumber)),
    requisitionTaken,
  );
  for (const row of rows)
    if (row.requisitionNumber !== null && requisitionsInUse.has(row.requisitionNumber))
      requisitionTaken(row, 'Leave it empty and we number the row');
  findRepeats(
    rows,
    ({ plate, well }) => wellKey(plate, well),
    keys(staying.map((row) => wellKey(row.shipmentPlateNumber, row.shipmentPlateLocation))),
    (row, takenBy) =>
      note(row, 'shipmentPlateLocation', {
        problem: `Well ${row.well} is used twice on plate ${row.plate}.`,
        suggestion: takenBy,
      }),
  );
}

/** Warn about names that an earlier order of the company has: the material may be in the lab already. */
function warnOfEarlier(rows: readonly CheckedRow[], { earlier }: ManifestContext): void {
  for (const row of rows) {
    const existing = row.sampleId === null ? undefined : earlier.get(normalizeKey(row.sampleId));
    if (existing)
      row.warnings.push(
        cellFault(row.row, 'customerSampleId', row.sampleId ?? '', {
          problem: `Order ${existing.orderNumber} has a sample of this name.`,
          suggestion: `If it is the same material, use the existing specimen ${existing.requisitionNumber}`,
          existing,
        }),
      );
  }
}

/** The verdict on a manifest: with any error nothing is saved; warnings are only shown. */
export interface ManifestVerdict {
  faults: ManifestFault[];
  warnings: ManifestFault[];
  /** The rows as specimens; empty when there is any error. */
  drafts: SpecimenDraft[];
  /** The rows without an error, also beside rows with some. */
  complete: SpecimenDraft[];
  rowCount: number;
  ignored: string[];
}

const placeOf = ({ field }: ManifestFault): number => (field === null ? -1 : MANIFEST_FIELDS.indexOf(field));
const byRow = (a: ManifestFault, b: ManifestFault): number => a.row - b.row || placeOf(a) - placeOf(b);

/** Keep the first warning of a column whose content is not kept: the others say the same. */
function oncePerColumn(warnings: readonly ManifestFault[]): ManifestFault[] {
  const columns = new Set<string>();
  return warnings.filter(({ column, problem }) => {
    if (!problem.endsWith(NOT_SAVED)) return true;
    const isFirst = !columns.has(column);
    columns.add(column);
    return isFirst;
  });
}

/** Report wells of a list of tubes once for each column, because the order has the wrong package. */
function tubesInWells(faults: readonly ManifestFault[], { headerRow }: OpenedManifest): ManifestFault[] {
  const columns = faults.flatMap(({ problem, column }) => (problem === NO_WELLS ? [column] : []));
  const repeated = new Set(columns.filter((column, index) => columns.indexOf(column) !== index));
  const headerFaults = [...repeated].map((column) =>
    headerFault(headerRow, column, { problem: NO_WELLS, suggestion: 'Send plates, or remove the column' }),
  );
  return [
    ...headerFaults,
    ...faults.filter(({ problem, column }) => problem !== NO_WELLS || !repeated.has(column)),
  ];
}

/** Check rows, typed or read, against the order and the known data: all errors at once. */
export function judgeRows(
  rows: readonly ManifestRow[],
  context: ManifestContext,
): Pick<ManifestVerdict, 'faults' | 'warnings' | 'drafts' | 'complete'> {
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
    warnings: oncePerColumn(checked.flatMap((row) => row.warnings).sort(byRow)),
    drafts: faults.length > 0 ? [] : checked.flatMap(({ draft }) => draft ?? []),
    complete: checked.flatMap(({ draft, faults: own }) => (draft && own.length === 0 ? [draft] : [])),
  };
}

/** Check an opened file. */
export function judgeManifest(manifest: OpenedManifest, context: ManifestContext): ManifestVerdict {
  const missing = missingColumns(manifest, context);
  const verdict = judgeRows(manifest.rows, context);
  // A missing column is reported once, not by an empty cell in every row.
  const ofRows = verdict.faults.filter(({ field }) => field === null || !missing.fields.includes(field));
  const faults = [...manifest.faults, ...missing.faults, ...tubesInWells(ofRows, manifest)].sort(byRow);
  return {
    faults,
    warnings: verdict.warnings,
    drafts: faults.length > 0 ? [] : verdict.drafts,
    complete: verdict.complete,
    rowCount: manifest.rows.length,
    ignored: manifest.ignored,
  };
}

/**
 * Read a sheet of cells as a manifest: finds the header, reports all errors at once, and returns the rows as
 * specimens when there is none.
 */
export const readManifest = (sheet: readonly SheetRow[], context: ManifestContext): ManifestVerdict =>
  judgeManifest(openManifest(sheet, context), context);
