import type { InputMethod } from '#db/protocols/field-value.ts';

/** A value as a person enters it. */
export interface EnteredValue {
  fieldId: string;
  /** The sample or control of a PER_SAMPLE field. */
  rowId: string | null;
  text: string;
  /** How a person reads it, where `text` is the id of what was scanned. */
  shownAs?: string;
  inputMethod: Exclude<InputMethod, 'CALCULATED'>;
  /** How much was taken of a lot, where a field takes several. */
  amount?: string | null;
  /** The lot that is listed already and of which this says more. */
  lotId?: string;
  /**
   * The recorded value that the person saw and replaces, empty where they saw none: a scan sees none. Another value is
   * replaced only after asking. Left out where the person decides about whatever is recorded.
   */
  baseline?: string;
}

/** How recording ended: why not, what the person must be told although it was recorded, and how many were not taken. */
export interface RecordingResult {
  problem: string | null;
  warning: string | null;
  rejectedCount: number;
  /** Nothing was entered anew: `same` is recorded already, `question` waits for the person's answer. */
  outcome: 'recorded' | 'same' | 'question';
}

/** A recorded value that somebody wants to replace: the question whether they may. */
export interface Correction {
  entry: EnteredValue;
  /** What is recorded, as people read it and as it is stored. */
  before: string;
  storedValue: string;
  /** The recorded value. */
  correctsId: string;
  /** What is entered instead, as people read it. */
  replacement: string;
  /** Null when the person recorded it. */
  by: string | null;
  /** Another person's or a signed value is replaced with a reason only; an own one with a yes. */
  needsReason: boolean;
}
