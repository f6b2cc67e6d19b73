import type { InputMethod } from '#db/protocols/field-value.ts';

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
