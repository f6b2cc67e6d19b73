import { valueKey } from '#db/protocols/current-values.ts';
import type { Field } from '#db/protocols/field.ts';
import { fieldApplies } from '#db/protocols/field-applies.ts';
import type { FieldType } from '#db/protocols/field-type.ts';
import { isLive } from '#db/protocols/section-run.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { type DisplayValue, getDisplayValue } from './display-values.ts';
import type { EnteredValue } from './entered-value.ts';
import { type SectionView, unitOf } from './section-view.ts';
import type { RecordValues } from './use-record-values.ts';

/** Scanned and calculated fields have no default value. */
const PROPOSED: readonly FieldType[] = ['TEXT', 'NUMBER', 'DATE', 'BOOLEAN'];

/** The value that a procedure proposes for a field; it does not count until a user accepts it. */
export interface Proposal {
  text: string;
  /** The displayed text. */
  displayText: string;
}

/** States that the value is a proposal and not recorded. */
export const proposedText = ({ displayText }: Proposal): string =>
  `Proposed: ${displayText}. Not recorded yet`;

const shownAs = (field: Field, text: string): string => {
  if (field.type === 'BOOLEAN') return text === 'true' ? 'Yes' : 'No';
  return field.type === 'DATE' ? formatDate(text) : text;
};

/**
 * Return the procedure's proposal for a field of this section; null without one, or when recording is locked.
 */
export function proposalOf(view: SectionView, field: Field): Proposal | null {
  const text = field.defaultValue?.trim() ?? '';
  if (text === '' || view.lockedText !== null || !PROPOSED.includes(field.type)) return null;
  const unit = field.type === 'NUMBER' ? unitOf(view, field) : '';
  return { text, displayText: [shownAs(field, text), unit].filter(Boolean).join(' ') };
}

interface Recorded {
  view: SectionView;
  values: ReadonlyMap<string, DisplayValue>;
  recording: Pick<RecordValues, 'pendingTexts'>;
}

const isEmpty = ({ values, recording }: Recorded, fieldId: string, rowId: string | null): boolean =>
  getDisplayValue(values, fieldId, rowId).value === '' &&
  !recording.pendingTexts.has(valueKey(fieldId, rowId));

/**
 * Build the entries that accept a proposal where no value is recorded: once for the batch, or for each empty
 * well.
 */
export function acceptedEntries(recorded: Recorded, field: Field, { text }: Proposal): EnteredValue[] {
  const entry = (rowId: string | null): EnteredValue => ({
    fieldId: field.id,
    rowId,
    text,
    inputMethod: 'TYPED',
    baseline: '',
  });
  if (field.scope === 'PER_BATCH') return isEmpty(recorded, field.id, null) ? [entry(null)] : [];
  return recorded.view.run.rows
    .filter((row) => isLive(row) && fieldApplies(field, row) && isEmpty(recorded, field.id, row.id))
    .map((row) => entry(row.id));
}
