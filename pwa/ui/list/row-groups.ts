import type { ReactNode } from 'react';

/** Neighboring rows below one heading that states what they have in common. */
export interface RowGrouping<Row> {
  keyOf(row: Row): string;
  head(row: Row): ReactNode;
}

interface RowGroup<Row> {
  key: string;
  /** Null where rows are not grouped. */
  head: ReactNode;
  rows: readonly Row[];
}

/** Group rows in their order; one group without a heading when grouping is off. */
export function groupsOf<Row>(rows: readonly Row[], grouping: RowGrouping<Row> | undefined): RowGroup<Row>[] {
  if (!grouping) return [{ key: 'all', head: null, rows }];
  const groups: { key: string; head: ReactNode; rows: Row[] }[] = [];
  for (const row of rows) {
    const key = grouping.keyOf(row);
    const last = groups.at(-1);
    if (last?.key === key) last.rows.push(row);
    else groups.push({ key, head: grouping.head(row), rows: [row] });
  }
  return groups;
}
