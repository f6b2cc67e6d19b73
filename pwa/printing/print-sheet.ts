import type { BusinessEntity } from '#db/values/business-entity.ts';

/** A table on a printed sheet. */
export interface SheetTable {
  title: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A picture of a plate or box: the lines of each position. */
export interface SheetMap {
  rows: number;
  columns: number;
  cells: ReadonlyMap<string, readonly string[]>;
}

/** The content of a sheet of paper, the same for every kind of record. */
export interface PrintSheet {
  entity: BusinessEntity;
  /** The kind of sheet: "Plate map". */
  title: string;
  /** The number of the record, printed as text and as barcode. */
  number: string;
  /** What follows the number: a name. */
  name?: string;
  facts: readonly { name: string; value: string }[];
  /** Paragraphs below the facts. */
  texts?: readonly string[];
  map?: SheetMap;
  tables?: readonly SheetTable[];
  /** Lines on which people sign by hand. */
  signatures?: readonly string[];
}

/** Leave facts without a value off the sheet. */
export const knownFacts = (
  facts: readonly { name: string; value: string | null | undefined }[],
): { name: string; value: string }[] => facts.flatMap(({ name, value }) => (value ? [{ name, value }] : []));
