import type { BalancedRow } from '#db/protocols/balancing.ts';
import type { Calculated } from '#db/protocols/calculate.ts';
import { balancingOf, calculatedValues, type KnownValues } from '#db/protocols/calculated-values.ts';
import { type CurrentValue, currentValues, valueKey } from '#db/protocols/current-values.ts';
import type { Field } from '#db/protocols/field.ts';
import { formatFieldValue } from '#db/protocols/format-field-value.ts';
import { failsControl } from '#db/protocols/judge-controls.ts';
import { isLive } from '#db/protocols/section-run.ts';
import { achievedText, isMolarField } from './balancing-text.ts';
import { nameIn, type SectionView } from './section-view.ts';

/** The display of a recorded or calculated value. */
export interface DisplayValue {
  value: string;
  /** warning: outside the quality range; danger: two users differ. */
  tone: 'none' | 'warning' | 'danger';
  note: string | null;
  /** The value proposes that the sample fails: the note opens the dialog for that decision. */
  proposes: boolean;
}

const EMPTY: DisplayValue = { value: '', tone: 'none', note: null, proposes: false };
const FAIL_QUESTION = 'Fail sample?';

/** Check whether a number is outside the quality range of its field. */
export const isAmber = (field: Field, value: string): boolean =>
  value !== '' &&
  ((field.qcMin !== null && Number(value) < Number(field.qcMin)) ||
    (field.qcMax !== null && Number(value) > Number(field.qcMax)));

/** Name the side of the quality range on which a number lies. */
const sideText = (field: Field, value: string): string =>
  field.qcMin !== null && Number(value) < Number(field.qcMin)
    ? `Below ${field.qcMin}.`
    : `Above ${field.qcMax}.`;

function displayCurrentValue(view: SectionView, field: Field, entry: CurrentValue): DisplayValue {
  const { current, differing } = entry;
  if (differing.length > 0) {
    const [first, ...otherTexts] = [current, ...differing].map(
      (one) => `${formatFieldValue(field, one.value)} by ${nameIn(view.people, one.enteredById)}`,
    );
    return {
      value: current.value,
      tone: 'danger',
      note: `${[first, ...otherTexts].join(', ')}. A person must decide.`,
      proposes: false,
    };
  }
  const base = { value: current.value, tone: 'none' as const, note: null, proposes: false };
  const numeric = field.type === 'NUMBER' || field.type === 'CALCULATION';
  const control = view.run.rows.find((row) => row.id === current.sampleId)?.control;
  if (numeric && control)
    return failsControl(field, control.controlType, current.numericValue)
      ? { ...base, tone: 'warning', note: `${control.name} fails.` }
      : base;
  if (numeric && isAmber(field, current.value))
    return buildAmberValue(view, field, current.value, current.sampleId);
  return base;
}

/** Check whether the sample of this row can be failed now, so that a value may propose it. */
const mayFail = (view: SectionView, rowId: string | null): boolean =>
  view.run.batch.status === 'IN_PROGRESS' &&
  view.run.rows.some((row) => row.id === rowId && row.sample !== null && isLive(row));

/** Display a number outside the quality range, with its proposal. */
function buildAmberValue(view: SectionView, field: Field, value: string, rowId: string | null): DisplayValue {
  const proposes = mayFail(view, rowId);
  const note = [sideText(field, value), proposes && FAIL_QUESTION].filter(Boolean).join(' ');
  return { value, tone: 'warning', note, proposes };
}

/** Format the pipetted diluent, the resulting amount, and the limits of the volume (domain 5.8). */
function formatBalancedNote(row: BalancedRow, molar: boolean): string {
  return [
    row.flag !== null && row.flag !== 'OK' && row.flag,
    row.preDilution !== null && `pre-dilute 1:${row.preDilution}`,
    row.diluentVolume !== null && `diluent ${row.diluentVolume} µL`,
    // The text of a row with too little material already says it.
    row.flag !== 'ZERO' && row.text === null && achievedText(row, molar),
    row.shortfallPercent !== null && `${row.shortfallPercent}% short`,
    row.text,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Display every row of a BALANCING next to its volume. */
function balancedRows(view: SectionView, field: Field, known: KnownValues): Map<string, BalancedRow> {
  const balanced =
    field.calculationType === 'BALANCING'
      ? balancingOf(field, view.run.rows.filter(isLive), view.run.fields, known)
      : null;
  return new Map((balanced?.rows ?? []).map((row) => [row.id, row]));
}

function displayCalculation(
  view: SectionView,
  field: Field,
  rowId: string,
  result: Calculated,
  row: BalancedRow | undefined,
): DisplayValue {
  const value = result.value ?? '';
  // A missing operand is reported once, where the section is signed; the cells stay blank.
  const problemText =
    rowId !== '' && result.problem?.includes('cannot be calculated') ? null : result.problem;
  if (problemText !== null || result.value === null) return { ...EMPTY, value, note: problemText };
  if (row) {
    const proposes = row.flag === 'ZERO' && mayFail(view, rowId);
    const note = [formatBalancedNote(row, isMolarField(field)), proposes && FAIL_QUESTION]
      .filter(Boolean)
      .join(' · ');
    const flagged = row.flag !== null && row.flag !== 'OK';
    return { value, tone: flagged ? 'warning' : 'none', note: note === '' ? null : note, proposes };
  }
  return isAmber(field, value) ? buildAmberValue(view, field, value, rowId) : { ...EMPTY, value };
}

/** Build every value of the section by `valueKey`; calculations use the recorded values. */
export function computeDisplayValues(view: SectionView): Map<string, DisplayValue> {
  const { run } = view;
  const known = currentValues(run.values, run.fields);
  const displayValues = new Map<string, DisplayValue>();
  for (const field of run.own) {
    if (field.type !== 'CALCULATION') continue;
    const rows = balancedRows(view, field, known);
    for (const [rowId, result] of calculatedValues(field, run.rows.filter(isLive), run.fields, known)) {
      const place = valueKey(field.id, rowId === '' ? null : rowId);
      displayValues.set(place, displayCalculation(view, field, rowId, result, rows.get(rowId)));
    }
  }
  for (const field of run.own) {
    if (field.type === 'CALCULATION' && view.lockedText === null) continue;
    for (const [key, entry] of known)
      if (entry.fieldId === field.id) {
        const before = displayValues.get(key);
        const now = displayCurrentValue(view, field, entry);
        displayValues.set(key, { ...now, note: now.note ?? before?.note ?? null });
      }
  }
  return displayValues;
}

/** Return the value at a place; empty when there is none. */
export const getDisplayValue = (
  values: ReadonlyMap<string, DisplayValue>,
  fieldId: string,
  rowId: string | null,
): DisplayValue => values.get(valueKey(fieldId, rowId)) ?? EMPTY;
