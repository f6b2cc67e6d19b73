import { z } from 'zod';
import { columnOf, MANIFEST_FIELDS, type ManifestField } from './manifest-columns.ts';
import { normalizeKey } from './manifest-context.ts';
import { cellsOf, type ListedSpecimen } from './manifest-row.ts';

const SpecimenName = z.object({ customerSampleId: z.string(), well: z.string().nullable() });

/** One cell that a new file would change. */
const CellDifference = z.object({
  field: z.enum(MANIFEST_FIELDS),
  column: z.string(),
  from: z.string(),
  to: z.string(),
});

/** The changes of an order by a new file: added rows, removed rows, and changed cells. */
export const ManifestDifferences = z.object({
  added: z.array(SpecimenName.extend({ row: z.number() })),
  removed: z.array(SpecimenName.extend({ requisitionNumber: z.string() })),
  changed: z.array(SpecimenName.extend({ row: z.number(), cells: z.array(CellDifference) })),
  unchanged: z.number(),
});
export type ManifestDifferences = z.infer<typeof ManifestDifferences>;

const wellOf = ({
  shipmentPlateNumber: plate,
  shipmentPlateLocation: well,
}: ListedSpecimen): string | null => (plate === null || well === null ? null : `${plate}:${well}`);

const specimenName = (specimen: ListedSpecimen) => ({
  customerSampleId: specimen.customerSampleId,
  well: wellOf(specimen),
});

/** The source of a list: a file, or the table on the screen, which shows everything. */
type Source = 'file' | 'typed';

/**
 * Return whether two cells are equal. Numbers compare by value: 12.50 is 12.5. An empty requisition number
 * keeps the existing one, and in a file so does an empty note.
 */
function differs(field: ManifestField, from: string, to: string, source: Source): boolean {
  if (to === '' && (field === 'requisitionNumber' || (field === 'notes' && source === 'file'))) return false;
  const isNumber = field === 'providedConcentration' || field === 'providedVolume';
  if (isNumber && from !== '' && to !== '') return Number(from) !== Number(to);
  return from !== to;
}

const cellsThatDiffer = (
  from: ListedSpecimen,
  to: ListedSpecimen,
  source: Source,
): z.infer<typeof CellDifference>[] => {
  const before = cellsOf(from);
  const after = cellsOf(to);
  return MANIFEST_FIELDS.flatMap((field) => {
    const [was, is] = [before[field] ?? '', after[field] ?? ''];
    return differs(field, was, is, source)
      ? [{ field, column: columnOf(field).header, from: was, to: is }]
      : [];
  });
};

const byKey = <Row extends ListedSpecimen>(
  rows: readonly Row[],
  keyOf: (row: ListedSpecimen) => string | null,
): Map<string, Row> =>
  new Map(
    rows.flatMap((row) => {
      const key = keyOf(row);
      return key === null ? [] : [[key, row] as const];
    }),
  );

/**
 * Match rows of the file to rows of the order: by requisition number, then by sample ID, then by well (a
 * renamed sample). `takenOff` rows match by number only.
 */
export function pairRows<Current extends ListedSpecimen, Next extends ListedSpecimen>(
  current: readonly Current[],
  next: readonly Next[],
  takenOff: readonly Current[] = [],
): Map<Next, Current> {
  const pairs = new Map<Next, Current>();
  const matchedRows = new Set<Current>();
  const pair = (rows: readonly Current[], keyOf: (row: ListedSpecimen) => string | null): void => {
    const free = byKey(
      rows.filter((row) => !matchedRows.has(row)),
      keyOf,
    );
    for (const row of next) {
      const key = keyOf(row);
      const match = pairs.has(row) || key === null ? undefined : free.get(key);
      if (!match || matchedRows.has(match)) continue;
      pairs.set(row, match);
      matchedRows.add(match);
    }
  };
  pair([...takenOff, ...current], (row) => row.requisitionNumber);
  pair(current, (row) => normalizeKey(row.customerSampleId));
  pair(current, wellOf);
  return pairs;
}

/** Return cell by cell what a new file would change in an order. */
export function manifestDifferences(
  current: readonly ListedSpecimen[],
  next: readonly (ListedSpecimen & { row: number })[],
  source: Source = 'file',
): ManifestDifferences {
  const pairs = pairRows(current, next);
  const pairedRows = new Set(pairs.values());
  const compared = next.flatMap((to) => {
    const from = pairs.get(to);
    return from ? [{ to, cells: cellsThatDiffer(from, to, source) }] : [];
  });
  const changed = compared.filter(({ cells }) => cells.length > 0);
  return {
    added: next.filter((row) => !pairs.has(row)).map((row) => ({ row: row.row, ...specimenName(row) })),
    removed: current
      .filter((row) => !pairedRows.has(row))
      .map((row) => ({ ...specimenName(row), requisitionNumber: row.requisitionNumber ?? '' })),
    changed: changed.map(({ to, cells }) => ({ row: to.row, ...specimenName(to), cells })),
    unchanged: compared.length - changed.length,
  };
}
