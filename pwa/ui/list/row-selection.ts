/** Rows that are ticked, and what to do when that changes. */
export interface RowSelection {
  selected: ReadonlySet<string>;
  onSelect(selected: ReadonlySet<string>): void;
}

/** The same set with one more or one less. */
export function toggled(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}
