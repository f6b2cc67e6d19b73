import { type CheckedRow, checkRow } from './check-row.ts';
import { isBlank, oneLineCell } from './clean-cell.ts';
import { columnNamed, findHeader, noHeader, type SheetRow } from './find-header.ts';
import {
  columnOf,
  MANIFEST_COLUMNS,
  MANIFEST_FIELDS,
  MAX_ROWS,
  type ManifestField,
} from './manifest-columns.ts';
import { type ManifestContext, normalizeKey } from './manifest-context.ts';
import { cellFault, type Finding, fileFault, headerFault, type ManifestFault } from './manifest-fault.ts';
import type { ManifestCells, ManifestRow, SpecimenDraft } from './manifest-row.ts';

/** The layout of a file: its rows by field, before any check. */
export interface OpenedManifest {
  headerRow: number;
  columns: ManifestField[];
  /** Headers of columns that are not read. */
  ignored: string[];
  rows: ManifestRow[];
  faults: ManifestFault[];
}

const LONGEST_CELL = 2_000;

const isHeaderAgain = (cells: ManifestCells): boolean => {
  const filled = Object.entries(cells).filter(([, text]) => text !== '');
  return filled.length > 1 && filled.every(([field, text]) => columnNamed(text)?.field === field);
};

// A spreadsheet that converts MAR1 to the first of March stores the date and loses the typed text.
const turnedIntoDates = ({ row, dates = [], cells }: SheetRow, fields: ReadonlyMap<number, ManifestField>) =>
  dates.flatMap((place): ManifestFault[] => {
    const field = fields.get(place);
    if (!field || field === 'collectedAt' || field === 'notes') return [];
    return [
      cellFault(row, field, cells[place] ?? '', {
        problem: 'The spreadsheet has turned this into a date.',
        suggestion: 'Format the column as text and type it again',
      }),
    ];
  });

const tooMany = (count: number): ManifestFault =>
  fileFault(
    `No more than ${MAX_ROWS} rows fit (10 plates of 96); this file has ${count}.`,
    'Split it into several orders',
  );

/** Find the header and split the rows by field: blank rows and repeated headers are skipped. */
export function openManifest(sheet: readonly SheetRow[]): OpenedManifest {
  const header = findHeader(sheet);
  const empty = { headerRow: 0, columns: [], ignored: [], rows: [] };
  if (sheet.every(({ cells }) => cells.every((cell) => isBlank(oneLineCell(cell)))))
    return { ...empty, faults: [fileFault('The file is empty.', 'Fill in at least one row')] };
  if (!header) return { ...empty, faults: [noHeader()] };
  const faults = [...header.faults];
  const rows: ManifestRow[] = [];
  const fields = new Map([...header.places].map(([field, place]) => [place, field]));
  for (const line of sheet.slice(header.index + 1)) {
    const cells: ManifestCells = {};
    for (const [field, place] of header.places)
      cells[field] = (line.cells[place] ?? '').slice(0, LONGEST_CELL);
    if (Object.values(cells).every((text) => isBlank(oneLineCell(text)))) continue;
    if (isHeaderAgain(cells)) continue;
    rows.push({ row: line.row, cells });
    faults.push(...turnedIntoDates(line, fields));
  }
  if (rows.length === 0)
    faults.push(fileFault('The file has no rows below its header.', 'Fill in at least one row'));
  const headerInfo = { headerRow: header.row, columns: [...header.places.keys()], ignored: header.ignored };
  // A file that is far too long gets one error instead of a list.
  if (rows.length > MAX_ROWS) return { ...headerInfo, rows: [], faults: [tooMany(rows.length)] };
  return { ...headerInfo, rows, faults };
}

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
