import type { ManifestFault } from '#db/ordering/manifest/manifest-fault.ts';

/** One fault with all rows that have it. */
export interface FaultGroup {
  manifestFault: ManifestFault;
  rows: readonly number[];
}

// Smaller groups are easier to read one by one, in the order of the file.
const MANY = 4;

const sameAs = ({ row, column, value, problem, suggestion, existing }: ManifestFault): string =>
  JSON.stringify(row === 0 || existing ? [row, column, problem] : [column, value, problem, suggestion]);

/**
 * Group equal faults of at least MANY rows into one line at the first row, for columns with one repeated
 * mistake.
 */
export function groupFaults(manifestFaults: readonly ManifestFault[]): readonly FaultGroup[] {
  const groups = new Map<string, ManifestFault[]>();
  for (const manifestFault of manifestFaults) {
    const key = sameAs(manifestFault);
    const before = groups.get(key);
    if (before) before.push(manifestFault);
    else groups.set(key, [manifestFault]);
  }
  return manifestFaults.flatMap((manifestFault) => {
    const group = groups.get(sameAs(manifestFault)) ?? [manifestFault];
    if (group.length < MANY) return [{ manifestFault, rows: [manifestFault.row] }];
    return group[0] === manifestFault ? [{ manifestFault, rows: group.map(({ row }) => row) }] : [];
  });
}

/** Format row numbers: "4 to 7, 9". */
export function rowsText(rows: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const row of rows) {
    const last = runs.at(-1);
    if (last && row === last[1] + 1) last[1] = row;
    else runs.push([row, row]);
  }
  return runs
    .map(([from, to]) => (from === to ? `${from}` : to === from + 1 ? `${from}, ${to}` : `${from} to ${to}`))
    .join(', ');
}
