import type { Field } from '#db/protocols/field.ts';
import type { InputMethod } from '#db/protocols/values/field-value.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';

/** The input kind of a grid column. */
export type ColumnKind = 'text' | 'number' | 'date' | 'boolean' | 'code' | 'calculated';

/** Numbers are right-aligned. */
export const isNumeric = (kind: ColumnKind): boolean => kind === 'number' || kind === 'calculated';

export interface GridColumn {
  id: string;
  label: string;
  unit: string;
  kind: ColumnKind;
  required: boolean;
}

/** A row of the grid: a sample or a control in its well. */
export interface GridLine {
  id: string;
  well: string;
  name: string;
  /** The business entity of the sample; none for a control. */
  entity?: BusinessEntity;
  /** Failed or canceled: shown, but read-only. */
  dead: boolean;
}

export interface GridCell {
  value: string;
  tone: 'none' | 'warning' | 'danger' | 'info';
  note: string | null;
  /** The note asks whether the sample fails: it is a button. */
  proposes: boolean;
  readOnly: boolean;
  /** The shown text was refused; it can be sent again as it is. */
  isRefused?: boolean;
  /** False where the field does not apply to the row, as a tube of a control. */
  isApplicable?: boolean;
}

/** The text for a cell, as it was typed, pasted or filled down. */
export interface GridEntry {
  lineId: string;
  columnId: string;
  text: string;
  /** The displayed value that the user replaces. */
  baseline?: string;
}

export type CellOf = (lineId: string, columnId: string) => GridCell;

const YES = new Set(['yes', 'y', 'true', '1', 'x']);
const NO = new Set(['no', 'n', 'false', '0']);

/** Convert a pasted or imported text to the field's stored format. */
export function normalText(kind: ColumnKind, text: string): string {
  const trimmed = text.trim();
  if (kind === 'boolean') {
    const answer = trimmed.toLowerCase();
    return YES.has(answer) ? 'true' : NO.has(answer) ? 'false' : trimmed;
  }
  // A comma may be a spreadsheet's decimal comma; a thousands separator has three digits after it.
  if (kind === 'number' && /^-?\d+,\d+$/.test(trimmed) && !/^-?\d{1,3}(,\d{3})+$/.test(trimmed))
    return trimmed.replace(',', '.');
  return trimmed;
}

/** Parse rows and cells of a text copied from a spreadsheet; a final line end is not a row. */
export const clipboardCells = (text: string): string[][] =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'));

/** Check whether a copied text covers more than one cell. */
export const isBlock = (text: string): boolean => /[\t\n\r]/.test(text.replace(/[\r\n]+$/, ''));

/**
 * Place a pasted block from the given cell to the right and down; read-only cells and blanks are left out.
 */
export function pasteEntries(
  block: readonly (readonly string[])[],
  at: { line: number; column: number },
  lines: readonly GridLine[],
  columns: readonly GridColumn[],
  cellOf: CellOf,
): { entries: GridEntry[]; beyond: number } {
  const entries: GridEntry[] = [];
  let beyond = 0;
  for (const [down, texts] of block.entries()) {
    for (const [right, text] of texts.entries()) {
      const line = lines[at.line + down];
      const column = columns[at.column + right];
      if (!line || !column) {
        if (text.trim() !== '') beyond += 1;
        continue;
      }
      if (text.trim() === '' || cellOf(line.id, column.id).readOnly) continue;
      entries.push({ lineId: line.id, columnId: column.id, text: normalText(column.kind, text) });
    }
  }
  return { entries, beyond };
}

/** Copy a cell's text into the empty cells below it; recorded values are never overwritten. */
export function fillDownEntries(
  text: string,
  at: { line: number; column: number },
  lines: readonly GridLine[],
  columns: readonly GridColumn[],
  cellOf: CellOf,
): GridEntry[] {
  const column = columns[at.column];
  if (!column || text.trim() === '') return [];
  return lines.slice(at.line + 1).flatMap((line) => {
    const cell = cellOf(line.id, column.id);
    return cell.readOnly || cell.value !== '' ? [] : [{ lineId: line.id, columnId: column.id, text }];
  });
}

/** Check whether a value of this column may repeat in the wells below; scanned codes are unique per well. */
export const takesFill = ({ kind }: GridColumn): boolean => kind !== 'code' && kind !== 'calculated';

/** Count the cells below that a fill would change; 0 where each well has a unique code. */
export function emptyBelow(
  at: { line: number; column: number },
  lines: readonly GridLine[],
  columns: readonly GridColumn[],
  cellOf: CellOf,
): number {
  const column = columns[at.column];
  if (!column || !takesFill(column)) return 0;
  return fillDownEntries('anything', at, lines, columns, cellOf).length;
}

/** Format the result of a fill. */
export const filledText = (n: number): string => `Filled ${n} empty ${n === 1 ? 'cell' : 'cells'} below.`;
/** The message when there is nothing to fill down. */
export const NOTHING_TO_FILL_WITH = 'Enter a value first; then it can be filled down.';

/** A value as a user enters it. */
export interface EnteredValue {
  fieldId: string;
  /** The sample or control of a PER_SAMPLE field. */
  rowId: string | null;
  text: string;
  /** The displayed text, where `text` is the id of a scanned record. */
  shownAs?: string;
  inputMethod: Exclude<InputMethod, 'CALCULATED'>;
  /** The amount taken of a lot, where a field accepts several. */
  amount?: string | null;
  /** The listed lot whose amount is changed. */
  lotId?: string;
  /**
   * The recorded value that the user saw and replaces, empty where they saw none: a scan sees none. A
   * different value is replaced only after a confirmation. Undefined where the user decides about any
   * recorded value.
   */
  baseline?: string;
}

/** The result of recording: the refusal, the warning, and the number of values that were not recorded. */
export interface RecordingResult {
  problem: string | null;
  warning: string | null;
  rejectedCount: number;
  /** No new value was recorded: `same` is recorded already, `question` waits for the user's answer. */
  outcome: 'recorded' | 'same' | 'question';
}

/** A recorded value that a user wants to replace, as a question. */
export interface Correction {
  entry: EnteredValue;
  /** The recorded value as displayed and as stored. */
  before: string;
  storedValue: string;
  /** The recorded value. */
  correctsId: string;
  /** The new value as displayed. */
  replacement: string;
  /** Null when the current user recorded it. */
  by: string | null;
  /** Another user's or a signed value is replaced only with a reason; the user's own with a confirmation. */
  needsReason: boolean;
}

const KINDS: Record<Field['type'], ColumnKind> = {
  TEXT: 'text',
  NUMBER: 'number',
  DATE: 'date',
  BOOLEAN: 'boolean',
  LOT_NUMBER: 'code',
  BARCODE: 'code',
  CALCULATION: 'calculated',
};

/** Return the input kind of a field. */
export const kindOf = (field: Field): ColumnKind => KINDS[field.type];

/** Check whether values of this field are scanned codes. */
export const takesScans = (field: Field): boolean => kindOf(field) === 'code';
