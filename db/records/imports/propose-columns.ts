import { nameKey, oneLineCell } from '#db/values/clean-cell.ts';
import type { Mapping } from './import-mapping.ts';
import type { ImportTarget, TargetColumn } from './import-target.ts';

/** How a column was found: by its own name, by an earlier decision, by likeness, or not at all. */
export type Certainty = 'known' | 'remembered' | 'likely' | 'none';

/** A column of a file with its distinct values, the most frequent first. */
export interface FileColumn {
  /** The place in the row, from 0. */
  place: number;
  header: string;
  values: readonly { text: string; count: number }[];
}

/** A column of a file and the field that it probably fills. */
export interface ColumnProposal<Field extends string = string> extends FileColumn {
  field: Field | null;
  certainty: Certainty;
}

/** Remove what stands in brackets, which is a unit or a remark. */
const withoutUnit = (header: string): string => header.replace(/[([{][^)\]}]*[)\]}]/g, ' ');

/** Return the text of a header as it is compared. */
const headerText = (header: string): string => oneLineCell(header).replace(/\((required|optional)\)/i, '');

/** Return the key by which the decision about a header is remembered. */
export const headerKey = (header: string): string => nameKey(headerText(header)).slice(0, 120);

/** Return every accepted name of the columns by its key, with and without units. */
export function knownNames<
  Field extends string,
  Column extends Omit<TargetColumn<Field>, 'hints' | 'looksLike'>,
>(columns: readonly Column[]): ReadonlyMap<string, Column> {
  return new Map(
    columns.flatMap((column) =>
      [column.header, column.field, ...column.alsoCalled].flatMap((name): [string, Column][] => [
        [nameKey(withoutUnit(name)), column],
        ...column.units.map((unit): [string, Column] => [nameKey(`${withoutUnit(name)}${unit}`), column]),
      ]),
    ),
  );
}

/** Find a header among known names: in any case and spacing, with or without its unit and a star. */
export function findByName<Column>(names: ReadonlyMap<string, Column>, header: string): Column | undefined {
  const text = headerText(header);
  return names.get(nameKey(withoutUnit(text))) ?? names.get(nameKey(text));
}

const wordsIn = (header: string): string[] =>
  oneLineCell(header)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}/%]+/u)
    .map(nameKey)
    .filter(Boolean);

/** The part of the values that look like the content of a column. */
function share(values: FileColumn['values'], matches: (cell: string) => boolean): number {
  const all = values.reduce((sum, { count }) => sum + count, 0);
  const fit = values.reduce((sum, { text, count }) => sum + (matches(text) ? count : 0), 0);
  return all === 0 ? 0 : fit / all;
}

const MOSTLY = 0.8;
const LIKELY = 1;

/** Score a header and its content as a column: 0 when neither says so. */
function likeness(column: FileColumn, target: TargetColumn): number {
  const tokens = wordsIn(column.header);
  const key = nameKey(column.header);
  const matchingHints = target.hints.filter((hint) =>
    hint.length > 3 ? key.includes(nameKey(hint)) : tokens.includes(nameKey(hint)),
  );
  const unit = target.units.some((each) => key.endsWith(nameKey(each)));
  const fits = target.looksLike ? share(column.values, target.looksLike) : null;
  const byName =
    matchingHints.length > 0
      ? 1 + matchingHints.length * 0.1 + Math.max(...matchingHints.map((hint) => hint.length)) / 100
      : 0;
  // Content that contradicts the name counts more than the name.
  if (fits !== null && column.values.length > 0 && fits < MOSTLY / 2) return unit && byName > 0 ? byName : 0;
  return (
    byName + (unit ? 0.6 : 0) + (fits !== null && fits >= MOSTLY ? (target.units.length > 0 ? 0.2 : 1) : 0)
  );
}

/**
 * Propose the field of each column of a file: what the organization has decided, else what the header says,
 * else what is likely. Each field has one column.
 */
export function proposeColumns<Field extends string>(
  columns: readonly FileColumn[],
  { columns: targets }: ImportTarget<Field>,
  remembered: Mapping,
): ColumnProposal<Field>[] {
  const names = knownNames<Field, TargetColumn<Field>>(targets);
  const byField = new Map(targets.map((target) => [target.field as string, target.field]));
  const assignedFields = new Set<Field>();
  const proposals = new Map<number, ColumnProposal<Field>>();
  const decide = (column: FileColumn, field: Field | null, certainty: Certainty): void => {
    if (field !== null && assignedFields.has(field)) return;
    if (field !== null) assignedFields.add(field);
    proposals.set(column.place, { ...column, field, certainty });
  };
  for (const column of columns) {
    const decision = remembered.columns[headerKey(column.header)];
    if (decision !== undefined)
      decide(column, decision === null ? null : (byField.get(decision) ?? null), 'remembered');
  }
  for (const column of columns) {
    const known = proposals.has(column.place) ? undefined : findByName(names, column.header);
    if (known) decide(column, known.field, 'known');
  }
  const ranked = columns
    .filter(({ place }) => !proposals.has(place))
    .flatMap((column) => targets.map((target) => ({ column, target, score: likeness(column, target) })))
    .filter(({ score }) => score >= LIKELY)
    .sort((a, b) => b.score - a.score);
  for (const { column, target } of ranked)
    if (!proposals.has(column.place)) decide(column, target.field, 'likely');
  return columns.map(
    (column) => proposals.get(column.place) ?? { ...column, field: null, certainty: 'none' },
  );
}
