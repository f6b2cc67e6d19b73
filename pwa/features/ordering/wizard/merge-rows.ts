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

/** Finds the same specimen among other rows: by its number, else by its name. */
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

/** Cells that were typed here stand; of the others what is saved now. */
const mergeCells = (before: ManifestCells, local: ManifestCells, remote: ManifestCells): ManifestCells =>
  Object.fromEntries(
    MANIFEST_FIELDS.flatMap((field) => {
      const typed = (local[field] ?? '') !== (before[field] ?? '');
      const text = (typed ? local[field] : remote[field]) ?? '';
      return text === '' ? [] : [[field, text] as const];
    }),
  );

/** Do two tables say the same? */
export const sameRows = (one: EnteredRows, other: EnteredRows): boolean =>
  one.length === other.length && one.every((row, index) => sameCells(row.cells, other[index]?.cells ?? {}));

/**
 * Puts what was typed here together with what was saved elsewhere meanwhile, cell by cell; `before` is what both began
 * with. Rows that came elsewhere stand below; one that went elsewhere goes here too, unless it was changed here.
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
