import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { columnNamed } from '#db/ordering/manifest/find-header.ts';
import { MANIFEST_FIELDS, MAX_ROWS, type ManifestField } from '#db/ordering/manifest/manifest-columns.ts';
import { normalizeKey } from '#db/ordering/manifest/manifest-context.ts';
import {
  cellsOf,
  listedOf,
  type ManifestCells,
  type ManifestRow,
} from '#db/ordering/manifest/manifest-row.ts';
import { isBlank } from '#db/values/clean-cell.ts';
import { WELL_NAMES, wellAt, wellPosition } from '#db/values/plate-well.ts';

/** Rows of the table on the screen, numbered from 1 without gaps. */
export type EnteredRows = readonly ManifestRow[];

/** Rows by their number. */
export const numbered = (cells: readonly ManifestCells[]): EnteredRows =>
  cells.slice(0, MAX_ROWS).map((each, index) => ({ row: index + 1, cells: each }));

/** Report whether a row is empty apart from its position on a plate. */
export const isEmptyRow = ({ cells }: ManifestRow): boolean =>
  Object.entries(cells).every(
    ([field, text]) =>
      field === 'shipmentPlateNumber' || field === 'shipmentPlateLocation' || isBlank(text.trim()),
  );

/** Convert a draft's rows, with a minimum number of empty ones to type into. */
export function rowsOf(
  { requisitions, written: textsById }: Pick<ShownDraft, 'requisitions' | 'written'>,
  atLeast = 8,
): EnteredRows {
  const saved = [...requisitions]
    .sort((a, b) => a.orderRow - b.orderRow)
    .map((one) => {
      const { notes = null, collectedAt = one.collectedAt } = textsById[one.id] ?? {};
      const cells = cellsOf(listedOf({ ...one, collectedAt }, notes));
      return Object.fromEntries(Object.entries(cells).filter(([, text]) => text));
    });
  return withSpace(numbered(saved), atLeast);
}

/** Append empty rows up to a count. */
export const withSpace = (rows: EnteredRows, atLeast: number): EnteredRows =>
  numbered([
    ...rows.map(({ cells }) => cells),
    ...Array.from({ length: Math.max(0, Math.min(atLeast, MAX_ROWS) - rows.length) }, () => ({})),
  ]);

/** List the rows to send: non-empty ones, with their numbers on the screen. */
export const filledRows = (rows: EnteredRows): ManifestRow[] =>
  rows
    .filter((row) => !isEmptyRow(row))
    .map(({ row, cells }) => ({
      row,
      cells: Object.fromEntries(Object.entries(cells).filter(([, text]) => text !== '')),
    }));

/** Change one cell of a row. */
export const withCell = (rows: EnteredRows, row: number, field: ManifestField, text: string): EnteredRows =>
  rows.map((each) => (each.row === row ? { ...each, cells: { ...each.cells, [field]: text } } : each));

/** Remove rows; those below move up. */
export const withoutRows = (rows: EnteredRows, removedRows: ReadonlySet<number>): EnteredRows =>
  numbered(rows.filter(({ row }) => !removedRows.has(row)).map(({ cells }) => cells));

/** Parse a block from a spreadsheet's clipboard: tabs between cells, quotes around cells with line breaks. */
export function parseBlock(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const normalized = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const endCell = (): void => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  for (let at = 0; at < normalized.length; at += 1) {
    const sign = normalized[at] ?? '';
    if (quoted && sign === '"' && normalized[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (quoted && sign === '"') quoted = false;
    else if (quoted) cell += sign;
    else if (sign === '"' && cell === '') quoted = true;
    else if (sign === '\t') endCell();
    else if (sign === '\n') {
      endCell();
      rows.push([]);
    } else cell += sign;
  }
  endCell();
  return rows;
}

/** Map a header row to fields; null when the row is no header. */
function headerOf(block: readonly (readonly string[])[]): (ManifestField | undefined)[] | null {
  const fields = (block[0] ?? []).map((text) => columnNamed(text)?.field);
  const known = fields.filter((field) => field !== undefined).length;
  return known > 1 || (known === 1 && fields.length === 1) ? fields : null;
}

/**
 * Paste a block with its first cell at a position of the table; a block with headers is mapped to columns.
 * Rows are added as needed.
 */
export function pasteBlock(
  rows: EnteredRows,
  block: readonly (readonly string[])[],
  at: { row: number; fields: readonly ManifestField[] },
): EnteredRows {
  const header = headerOf(block);
  const lines = header ? block.slice(1) : block;
  const fields = header ?? at.fields;
  return withSpace(rows, at.row - 1 + lines.length).map((each) => {
    const line = lines[each.row - at.row];
    if (!line) return each;
    const pasted = line.flatMap((text, place) => {
      const field = fields[place];
      return field ? [[field, text.trim()] as const] : [];
    });
    return { ...each, cells: { ...each.cells, ...Object.fromEntries(pasted) } };
  });
}

const isIn = ({ cells }: ManifestRow, plate: number, well: string): boolean =>
  Number(cells.shipmentPlateNumber) === plate && cells.shipmentPlateLocation?.trim().toUpperCase() === well;

/** Find the row of a well. */
export const rowInWell = (rows: EnteredRows, plate: number, well: string): ManifestRow | undefined =>
  rows.find((row) => isIn(row, plate, well));

/** Change the cells of a well; an empty well takes the first empty row. */
export function withWell(rows: EnteredRows, plate: number, well: string, cells: ManifestCells): EnteredRows {
  const known = rowInWell(rows, plate, well);
  const free = known ?? rows.find((row) => isEmptyRow(row) && !row.cells.shipmentPlateLocation);
  if (!free && rows.length >= MAX_ROWS) return rows;
  const place = { shipmentPlateNumber: String(plate), shipmentPlateLocation: well };
  const wide = free ? rows : withSpace(rows, rows.length + 1);
  const target = free?.row ?? wide.length;
  return wide.map((row) =>
    row.row === target ? { ...row, cells: { ...row.cells, ...place, ...cells } } : row,
  );
}

/** Swap the contents of two wells. */
export const moveWell = (rows: EnteredRows, plate: number, from: string, to: string): EnteredRows =>
  rows.map((row) => {
    const well = isIn(row, plate, from) ? to : isIn(row, plate, to) ? from : null;
    return well === null ? row : { ...row, cells: { ...row.cells, shipmentPlateLocation: well } };
  });

/**
 * Strip the labels from a plate copied from a spreadsheet, where it has both 1 to 12 above and A to H beside
 * it.
 */
function withoutLabels(block: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const [top = [], ...lines] = block;
  const labeled = (texts: readonly string[], label: (at: number) => string): boolean =>
    texts.length > 0 && texts.every((text, at) => text.trim().toUpperCase() === label(at));
  const leftLabels = lines.map(([text = '']) => text);
  const hasLabels =
    labeled(top.slice(1), (at) => String(at + 1)) &&
    labeled(leftLabels, (at) => String.fromCharCode(65 + at)) &&
    leftLabels.length <= 8;
  return hasLabels ? lines.map((line) => line.slice(1)) : block;
}

/**
 * Paste sample IDs on a plate: a column of names runs down the plate column by column, a block keeps its
 * shape.
 * A plate with labels 1 to 12 and A to H keeps its layout. Cells beyond the plate are dropped and counted.
 */
export function pasteOnPlate(
  rows: EnteredRows,
  block: readonly (readonly string[])[],
  { plate, well, more }: { plate: number; well: string; more: ManifestCells },
): { rows: EnteredRows; leftover: number } {
  const lines = withoutLabels(block);
  // Labels name the wells, so the selected one does not matter.
  const start = lines === block ? (wellPosition(well) ?? 1) - 1 : 0;
  const [startRow, startColumn] = [start % 8, Math.floor(start / 8)];
  const isList = block.every((line) => line.length === 1);
  let leftover = 0;
  let next = rows;
  for (const [down, line] of lines.entries())
    for (const [across, text] of line.entries()) {
      if (text.trim() === '') continue;
      const beyond = startRow + down > 7 || startColumn + across > 11;
      const place = isList
        ? wellAt(start + down + 1)
        : beyond
          ? undefined
          : WELL_NAMES[(startColumn + across) * 8 + startRow + down];
      if (place === undefined) leftover += 1;
      else next = withWell(next, plate, place, { ...more, customerSampleId: text.trim() });
    }
  return { rows: next, leftover };
}

/** Name wells in plate order: a prefix and a running number, padded to the digits of the last one. */
export function nameWells(
  rows: EnteredRows,
  wells: ReadonlySet<string>,
  { plate, prefix, first, more }: { plate: number; prefix: string; first: number; more: ManifestCells },
): EnteredRows {
  const ordered = WELL_NAMES.filter((well) => wells.has(well));
  const digits = Math.max(2, String(first + ordered.length - 1).length);
  return ordered.reduce(
    (next, well, index) =>
      withWell(next, plate, well, {
        ...more,
        customerSampleId: `${prefix}${String(first + index).padStart(digits, '0')}`,
      }),
    rows,
  );
}

const keysOf = ({ cells }: ManifestRow): string[] => {
  const name = normalizeKey(cells.customerSampleId ?? '');
  return [
    ...(cells.requisitionNumber ? [`number ${cells.requisitionNumber}`] : []),
    ...(name === '' ? [] : [`name ${name}`]),
  ];
};

/** Find the same specimen among other rows: by its number, else by its name. */
function finder(rows: EnteredRows): (row: ManifestRow) => ManifestRow | undefined {
  const byKey = new Map<string, ManifestRow>();
  for (const row of rows) for (const key of keysOf(row)) if (!byKey.has(key)) byKey.set(key, row);
  return (row) => {
    const key = keysOf(row).find((each) => byKey.has(each));
    return key === undefined ? undefined : byKey.get(key);
  };
}

const sameCells = (one: ManifestCells, other: ManifestCells): boolean =>
  MANIFEST_FIELDS.every((field) => (one[field] ?? '') === (other[field] ?? ''));

/** Merge two rows: cells typed here win, all others take the saved value. */
const mergeCells = (before: ManifestCells, local: ManifestCells, remote: ManifestCells): ManifestCells =>
  Object.fromEntries(
    MANIFEST_FIELDS.flatMap((field) => {
      const typed = (local[field] ?? '') !== (before[field] ?? '');
      const text = (typed ? local[field] : remote[field]) ?? '';
      return text === '' ? [] : [[field, text] as const];
    }),
  );

/** Report whether two tables are equal. */
export const sameRows = (one: EnteredRows, other: EnteredRows): boolean =>
  one.length === other.length && one.every((row, index) => sameCells(row.cells, other[index]?.cells ?? {}));

/**
 * Merge unsaved rows with rows that were saved elsewhere meanwhile, cell by cell; `before` is the common
 * base.
 * Rows added elsewhere are appended; a row removed elsewhere is removed, unless it was changed here.
 */
export function mergeRows(before: EnteredRows, local: EnteredRows, remote: EnteredRows): EnteredRows {
  const [inBefore, inMine, inTheirs] = [finder(before), finder(local), finder(remote)];
  const mergedRows = local.flatMap((row): ManifestCells[] => {
    const [known, saved] = [inBefore(row), inTheirs(row)];
    if (saved) return [mergeCells(known?.cells ?? {}, row.cells, saved.cells)];
    return known && !isEmptyRow(row) && sameCells(known.cells, row.cells) ? [] : [row.cells];
  });
  const addedRows = remote.filter((row) => !isEmptyRow(row) && !inBefore(row) && !inMine(row));
  const filled = mergedRows.findLastIndex((cells) => !isEmptyRow({ row: 1, cells })) + 1;
  return numbered([
    ...mergedRows.slice(0, filled),
    ...addedRows.map(({ cells }) => cells),
    ...mergedRows.slice(filled),
  ]);
}
