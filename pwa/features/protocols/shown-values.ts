import { balancingOf, calculatedValues, type KnownValues } from '#db/protocols/calculated-values.ts';
import { type CurrentValue, currentValues, valueKey } from '#db/protocols/current-values.ts';
import type { Field } from '#db/protocols/field.ts';
import { failsControl } from '#db/protocols/judge-controls.ts';
import { isLive } from '#db/protocols/section-run.ts';
import { nameIn, type SectionView } from './section-view.ts';

/** How a recorded or calculated value is shown. */
export interface ShownValue {
  value: string;
  /** warning: outside the quality range; danger: two people differ. */
  tone: 'none' | 'warning' | 'danger';
  note: string | null;
}

const EMPTY: ShownValue = { value: '', tone: 'none', note: null };

/** Is a number outside the quality range of its field? */
export const isAmber = (field: Field, value: string): boolean =>
  value !== '' &&
  ((field.qcMin !== null && Number(value) < Number(field.qcMin)) ||
    (field.qcMax !== null && Number(value) > Number(field.qcMax)));

/** On which side of its quality range a number lies, in words. */
const sideText = (field: Field, value: string): string =>
  field.qcMin !== null && Number(value) < Number(field.qcMin)
    ? `Below ${field.qcMin}.`
    : `Above ${field.qcMax}.`;

function ofCurrent(view: SectionView, field: Field, entry: CurrentValue): ShownValue {
  const { current, differing } = entry;
  if (differing.length > 0) {
    const [first, ...others] = [current, ...differing].map(
      (one) => `${one.value} by ${nameIn(view.people, one.enteredById)}`,
    );
    return {
      value: current.value,
      tone: 'danger',
      note: `${[first, ...others].join(', ')}. A person must decide.`,
    };
  }
  const numeric = field.type === 'NUMBER' || field.type === 'CALCULATION';
  const control = view.run.rows.find((row) => row.id === current.sampleId)?.control;
  if (numeric && control)
    return failsControl(field, control.controlType, current.numericValue)
      ? { value: current.value, tone: 'warning', note: `${control.name} fails.` }
      : { value: current.value, tone: 'none', note: null };
  if (numeric && isAmber(field, current.value))
    return { value: current.value, tone: 'warning', note: sideText(field, current.value) };
  return { value: current.value, tone: 'none', note: null };
}

function calculatedNote(view: SectionView, field: Field, known: KnownValues): Map<string, string> {
  const balanced =
    field.calculationType === 'BALANCING'
      ? balancingOf(field, view.run.rows.filter(isLive), view.run.fields, known)
      : null;
  return new Map(
    (balanced?.rows ?? []).flatMap((row) => {
      const parts = [
        row.flag !== null && row.flag !== 'OK' && row.flag,
        row.preDilution !== null && `pre-dilute 1:${row.preDilution}`,
        row.diluentVolume !== null && `diluent ${row.diluentVolume} µL`,
        row.shortfallPercent !== null && `${row.shortfallPercent} % short`,
        row.text,
        row.flag === 'ZERO' && 'proposes failure INSUFFICENT_RESULTS',
      ].filter(Boolean);
      return parts.length > 0 ? [[row.id, parts.join(' · ')] as const] : [];
    }),
  );
}

/** Every value of the section by `valueKey`, calculations worked out from what is recorded now. */
export function shownValues(view: SectionView): Map<string, ShownValue> {
  const { run } = view;
  const known = currentValues(run.values, run.fields);
  const shown = new Map<string, ShownValue>();
  for (const field of run.own) {
    if (field.type !== 'CALCULATION') continue;
    const notes = calculatedNote(view, field, known);
    for (const [rowId, result] of calculatedValues(field, run.rows.filter(isLive), run.fields, known)) {
      const amber = result.value !== null && isAmber(field, result.value);
      // That an operand is missing is said once, where the section is signed; the cells stay blank.
      const told = rowId !== '' && result.problem?.includes('cannot be calculated') ? null : result.problem;
      const note = told ?? notes.get(rowId) ?? (amber ? sideText(field, result.value ?? '') : null);
      const flagged = /^(LOW|SMALL|ZERO)/.test(note ?? '');
      shown.set(valueKey(field.id, rowId === '' ? null : rowId), {
        value: result.value ?? '',
        tone: amber || flagged ? 'warning' : 'none',
        note,
      });
    }
  }
  for (const field of run.own) {
    if (field.type === 'CALCULATION' && view.lockedText === null) continue;
    for (const [key, entry] of known)
      if (entry.fieldId === field.id) {
        const before = shown.get(key);
        const now = ofCurrent(view, field, entry);
        shown.set(key, { ...now, note: now.note ?? before?.note ?? null });
      }
  }
  return shown;
}

/** The value at a place, empty when nothing is there. */
export const shownAt = (
  values: ReadonlyMap<string, ShownValue>,
  fieldId: string,
  rowId: string | null,
): ShownValue => values.get(valueKey(fieldId, rowId)) ?? EMPTY;
