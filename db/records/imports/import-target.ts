/** A column that an import fills. */
export interface TargetColumn<Field extends string = string> {
  field: Field;
  header: string;
  /** Other accepted headers; compared without case, spaces and signs. */
  alsoCalled: readonly string[];
  /** Units that a header may name; the first one is stored. */
  units: readonly string[];
  /** Parts of headers that make this column likely; the person confirms it. */
  hints: readonly string[];
  /** Recognizes the content of the column, for headers that say little. */
  looksLike: ((cell: string) => boolean) | null;
}

/** The list of values of a column that takes a choice. */
export interface TargetWords {
  /** The screen text of each value. */
  labels: Readonly<Record<string, string>>;
  /** Words of labs by their key, with the value that they probably mean. */
  everyday: Readonly<Record<string, string>>;
}

/** What an import may fill: one target for each kind of record. */
export interface ImportTarget<Field extends string = string> {
  columns: readonly TargetColumn<Field>[];
  words: Readonly<Partial<Record<Field, TargetWords>>>;
}
