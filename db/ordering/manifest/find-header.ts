import { nameKey, oneLineCell } from './clean-cell.ts';
import { columnOf, MANIFEST_COLUMNS, type ManifestColumn, type ManifestField } from './manifest-columns.ts';
import { fileFault, headerFault, type ManifestFault } from './manifest-fault.ts';

/** A row of a sheet or text file with its number as a spreadsheet shows it. */
export interface SheetRow {
  row: number;
  cells: readonly string[];
  /** Indexes of cells that the spreadsheet stores as dates. */
  dates?: readonly number[];
}

/** The position of the header and the column of each field. */
export interface ManifestHeader {
  row: number;
  index: number;
  places: ReadonlyMap<ManifestField, number>;
  /** Headers of columns that are not part of a manifest and are not read. */
  ignored: string[];
  faults: ManifestFault[];
}

/** The header may follow titles and instructions, up to this row. */
const DEEPEST = 40;

const withoutUnit = (header: string): string => header.replace(/[([{][^)\]}]*[)\]}]/g, ' ');
const unitIn = (header: string): string | null => /[([{]([^)\]}]*)[)\]}]/.exec(header)?.[1]?.trim() || null;

const BY_NAME: ReadonlyMap<string, ManifestColumn> = new Map(
  MANIFEST_COLUMNS.flatMap((column) => [
    ...[column.header, column.field, ...column.alsoCalled].flatMap((name): [string, ManifestColumn][] => [
      [nameKey(withoutUnit(name)), column],
      ...column.units.map((unit): [string, ManifestColumn] => [
        nameKey(`${withoutUnit(name)}${unit}`),
        column,
      ]),
    ]),
  ]),
);

/** Return the column that a header names: in any case and spacing, with or without its unit and a star. */
export function columnNamed(header: string): ManifestColumn | undefined {
  const text = oneLineCell(header).replace(/\((required|optional)\)/i, '');
  return BY_NAME.get(nameKey(withoutUnit(text))) ?? BY_NAME.get(nameKey(text));
}

function unitProblem(header: string, column: ManifestColumn): string | null {
  const unit = unitIn(oneLineCell(header));
  if (unit === null || column.units.length === 0) return null;
  return column.units.some((each) => nameKey(each) === nameKey(unit)) || /^(required|optional)$/i.test(unit)
    ? null
    : `Give it in ${column.units[0]}, not in ${unit}.`;
}

function placesOf({ row, cells }: SheetRow, index: number): ManifestHeader {
  const places = new Map<ManifestField, number>();
  const ignored: string[] = [];
  const faults: ManifestFault[] = [];
  for (const [place, cell] of cells.entries()) {
    const header = oneLineCell(cell);
    if (header === '') continue;
    const column = columnNamed(header);
    if (!column) {
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
  return { row, index, places, ignored, faults };
}

/** Score a row as the header: the number of columns it names, only with a sample ID. */
const score = ({ places }: ManifestHeader): number => (places.has('customerSampleId') ? places.size : 0);

/** Find the header row; null when no row names a Sample ID column and at least one more. */
export function findHeader(rows: readonly SheetRow[]): ManifestHeader | null {
  let best: ManifestHeader | null = null;
  for (const [index, row] of rows.slice(0, DEEPEST).entries()) {
    const header = placesOf(row, index);
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
