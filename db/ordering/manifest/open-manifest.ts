import type { PackageType } from '#db/ordering/orders/order-terms.ts';
import { type Mapping, NO_MAPPING } from '#db/records/imports/import-mapping.ts';
import { isBlank, oneLineCell } from '#db/values/clean-cell.ts';
import { fillSame, SAME_FIELDS, translateRow } from './apply-mapping.ts';
import { columnNamed, findHeader, type ManifestHeader, noHeader, type SheetRow } from './find-header.ts';
import { MANIFEST_FIELDS, MAX_ROWS, type ManifestField } from './manifest-columns.ts';
import { cellFault, fileFault, type ManifestFault } from './manifest-fault.ts';
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

const isHeaderAgain = (cells: ManifestCells, headers: ReadonlyMap<string, string>): boolean => {
  const filled = Object.entries(cells).filter(([, text]) => text !== '');
  return (
    filled.length > 1 &&
    filled.every(
      ([field, text]) => columnNamed(text)?.field === field || headers.get(field) === oneLineCell(text),
    )
  );
};

interface Reading {
  /** What the organization has decided about columns and words. */
  mapping?: Mapping;
  packageType?: PackageType;
}

/** Return the values of fields without a column: those of all rows, and the only plate of a file with wells. */
function valuesOfAll(
  { places }: ManifestHeader,
  { mapping, packageType }: Reading,
): Partial<Record<ManifestField, string>> {
  const same = SAME_FIELDS.flatMap((field) => {
    const only = field === 'shipmentPlateNumber' && packageType === 'PLATE' ? '1' : '';
    const value = (field === 'shipmentPlateNumber' ? '' : mapping?.same[field]) || only;
    const isUsed = field !== 'shipmentPlateNumber' || places.has('shipmentPlateLocation');
    return value && isUsed && !places.has(field) ? [[field, value] as const] : [];
  });
  return Object.fromEntries(same);
}

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
export function openManifest(sheet: readonly SheetRow[], reading: Reading = {}): OpenedManifest {
  const { mapping = NO_MAPPING } = reading;
  const header = findHeader(sheet, mapping);
  const empty = { headerRow: 0, columns: [], ignored: [], rows: [] };
  if (sheet.every(({ cells }) => cells.every((cell) => isBlank(oneLineCell(cell)))))
    return { ...empty, faults: [fileFault('The file is empty.', 'Fill in at least one row')] };
  if (!header) return { ...empty, faults: [noHeader()] };
  const faults = [...header.faults];
  const rows: ManifestRow[] = [];
  const fields = new Map([...header.places].map(([field, place]) => [place, field]));
  const same = valuesOfAll(header, reading);
  const titles = sheet[header.index]?.cells ?? [];
  const headers = new Map(
    [...header.places].map(([field, place]) => [field, oneLineCell(titles[place] ?? '')]),
  );
  for (const line of sheet.slice(header.index + 1)) {
    const cells: ManifestCells = {};
    for (const [field, place] of header.places)
      cells[field] = (line.cells[place] ?? '').slice(0, LONGEST_CELL);
    // A merged cell may reach below the last row.
    const isEmpty = [...header.places].every(
      ([field, place]) => line.covered?.includes(place) || isBlank(oneLineCell(cells[field] ?? '')),
    );
    if (isEmpty || isHeaderAgain(cells, headers)) continue;
    rows.push(fillSame(translateRow({ row: line.row, cells }, mapping), same));
    faults.push(...turnedIntoDates(line, fields));
  }
  if (rows.length === 0)
    faults.push(fileFault('The file has no rows below its header.', 'Fill in at least one row'));
  const columns = MANIFEST_FIELDS.filter(
    (field) => header.places.has(field) || rows.some(({ cells }) => cells[field] !== undefined),
  );
  const headerInfo = { headerRow: header.row, columns, ignored: header.ignored };
  // A file that is far too long gets one error instead of a list.
  if (rows.length > MAX_ROWS) return { ...headerInfo, rows: [], faults: [tooMany(rows.length)] };
  return { ...headerInfo, rows, faults };
}
