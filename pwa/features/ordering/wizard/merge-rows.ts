import { MANIFEST_FIELDS } from '#db/ordering/manifest/manifest-columns.ts';
import { normalizeKey } from '#db/ordering/manifest/manifest-context.ts';
import type { ManifestCells, ManifestRow } from '#db/ordering/manifest/manifest-row.ts';
import { type EnteredRows, isEmptyRow, numbered } from './specimen-rows.ts';

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
