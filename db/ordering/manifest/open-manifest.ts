import { isBlank, oneLineCell } from './clean-cell.ts';
import { columnNamed, findHeader, noHeader, type SheetRow } from './find-header.ts';
import { columnOf, MANIFEST_COLUMNS, MAX_ROWS, type ManifestField } from './manifest-columns.ts';
import type { ManifestContext } from './manifest-context.ts';
import { cellFault, fileFault, headerFault, type ManifestFault } from './manifest-fault.ts';
import type { ManifestCells, ManifestRow } from './manifest-row.ts';

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
export function missingColumns(
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
