import { type Mapping, NO_MAPPING } from '#db/records/imports/import-mapping.ts';
import { findByName, headerKey, knownNames } from '#db/records/imports/propose-columns.ts';
import { nameKey, oneLineCell } from '#db/values/clean-cell.ts';
import { columnOf, MANIFEST_COLUMNS, type ManifestColumn, type ManifestField } from './manifest-columns.ts';
import { fileFault, headerFault, type ManifestFault } from './manifest-fault.ts';

/** A row of a sheet or text file with its number as a spreadsheet shows it. */
export interface SheetRow {
  row: number;
  cells: readonly string[];
  /** Indexes of cells that the spreadsheet stores as dates. */
  dates?: readonly number[];
  /** Indexes of cells that a merged cell above them covers. */
  covered?: readonly number[];
}

/** The position of the header and the column of each field. */
export interface ManifestHeader {
  row: number;
  index: number;
  places: ReadonlyMap<ManifestField, number>;
  /** Headers of columns that are not part of a manifest and are not read. */
  ignored: string[];
  /** The number of headers that the organization has decided not to read. */
  unread: number;
  faults: ManifestFault[];
}

/** The header may follow titles and instructions, up to this row. */
const DEEPEST = 40;

const BRACKETS = /[([{]([^)\]}]*)[)\]}]/;
/** A unit of mass, volume or amount, alone or in another; `Qubit` and `max 20` are none. */
const UNIT = /^[fpnuµμmk]?(g|l|mol|m)(\s*(\/|per)\s*[pnuµμm]?(l|g))?$/i;
const UNIT_BEHIND = /(?:^|[\s_.,:-])([fpnuµμm]?(?:g|mol)\s*\/\s*[nuµμm]?l|[nuµμm]l|[fpnuµμm]M)$/;

const unitIn = (header: string): string | null => {
  const inBrackets = BRACKETS.exec(header)?.[1]?.trim();
  if (inBrackets && UNIT.test(inBrackets)) return inBrackets;
  return UNIT_BEHIND.exec(header.trim())?.[1] ?? null;
};

const NAMES = knownNames<ManifestField, ManifestColumn>(MANIFEST_COLUMNS);

/** Return the column that a header names: in any case and spacing, with or without its unit and a star. */
export const columnNamed = (header: string): ManifestColumn | undefined => findByName(NAMES, header);

/** Return the column of a header by what the organization has decided, else by its name. */
function columnFor(header: string, mapping: Mapping): ManifestColumn | undefined {
  const decided = mapping.columns[headerKey(header)];
  if (decided === undefined) return columnNamed(header);
  return MANIFEST_COLUMNS.find(({ field }) => field === decided);
}

function unitProblem(header: string, column: ManifestColumn): string | null {
  const unit = unitIn(oneLineCell(header));
  if (unit === null || column.units.length === 0) return null;
  return column.units.some((each) => nameKey(each) === nameKey(unit))
    ? null
    : `Give it in ${column.units[0]}, not in ${unit}.`;
}

function placesOf({ row, cells }: SheetRow, index: number, mapping: Mapping): ManifestHeader {
  const places = new Map<ManifestField, number>();
  const ignored: string[] = [];
  let unread = 0;
  const faults: ManifestFault[] = [];
  for (const [place, cell] of cells.entries()) {
    const header = oneLineCell(cell);
    if (header === '') continue;
    const column = columnFor(header, mapping);
    if (!column) {
      if (mapping.columns[headerKey(header)] === null) unread += 1;
      ignored.push(header.slice(0, 80));
      continue;
    }
    const problem = unitProblem(header, column);
    if (problem) faults.push(headerFault(row, column.header, { problem, suggestion: column.header }));
    if (places.has(column.field))
      faults.push(
        headerFault(row, column.header, {
          problem: 'This column is there twice.',
          suggestion: 'Keep one of them',
        }),
      );
    else places.set(column.field, place);
  }
  return { row, index, places, ignored, unread, faults };
}

/** Score a row as the header: the number of columns it names or that are decided, only with a sample ID. */
const score = ({ places, unread }: ManifestHeader): number =>
  places.has('customerSampleId') ? places.size + unread : 0;

/** Find the header row; null when no row names a Sample ID column and at least one more. */
export function findHeader(rows: readonly SheetRow[], mapping: Mapping = NO_MAPPING): ManifestHeader | null {
  let best: ManifestHeader | null = null;
  for (const [index, row] of rows.slice(0, DEEPEST).entries()) {
    const header = placesOf(row, index, mapping);
    if (score(header) > (best ? score(best) : 1)) best = header;
  }
  return best;
}

/** Return the error of a file without a header, naming the required columns. */
export const noHeader = (): ManifestFault =>
  fileFault(
    `No header row was found. One row must name the columns ${[
      'customerSampleId',
      'providedSourceSpecies',
      'providedSpecimenType',
    ]
      .map((field) => columnOf(field as ManifestField).header)
      .join(', ')}.`,
    'Download the template of this service and copy your rows into it',
  );
