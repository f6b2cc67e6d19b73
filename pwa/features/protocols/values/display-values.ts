import { type Field, type FieldType, fieldApplies } from '#db/protocols/field.ts';
import { isLive } from '#db/protocols/sections/section-run.ts';
import type { Balanced, BalancedRow } from '#db/protocols/values/balancing.ts';
import { BalancingOperands, type Calculated } from '#db/protocols/values/calculate.ts';
import { formatFieldValue } from '#db/protocols/values/canonical-value.ts';
import { type CurrentValue, currentValues, valueKey } from '#db/protocols/values/current-values.ts';
import { isFromPlate } from '#db/protocols/values/field-value.ts';
import { namesDnaBarcode } from '#db/protocols/values/give-dna-barcode.ts';
import { failsControl } from '#db/protocols/values/judge-controls.ts';
import { balancingOf, calculatedValues, type KnownValues } from '#db/protocols/values/recalculate.ts';
import { nameIn, type SectionView, unitOf } from '#pwa/features/protocols/sections/section-view.ts';
import { formatDate } from '#pwa/format/dates.ts';
import type { EnteredValue } from './entered-value.ts';
import type { RecordValues } from './use-record-values.ts';

const short = (value: string): string => String(Number(Number(value).toFixed(2)));

/** Check whether this balancing counts molecules (fmol) rather than mass (ng). */
export function isMolarField(field: Pick<Field, 'operands'>): boolean {
  const { data } = BalancingOperands.safeParse(field.operands);
  return (
    data !== undefined && (data.mode === 'EQUAL_MOLAR' || (data.mode === 'POOL' && data.basis === 'MOLAR'))
  );
}

/** Format what a row gives with rounded volumes: `gives 50.02 fmol`; null while it is unknown. */
export function achievedText(row: Pick<BalancedRow, 'mass' | 'amount'>, molar: boolean): string | null {
  const [value, unit] = molar ? [row.amount, 'fmol'] : [row.mass, 'ng'];
  return value === null ? null : `uses ${short(value)} ${unit}`;
}

/**
 * Format the total of all rows: the pool, or the amount that the poorest sample limits; null where neither
 * applies.
 */
export function balancingSummary(
  field: Pick<Field, 'label' | 'operands'>,
  balanced: Balanced,
): string | null {
  const { data } = BalancingOperands.safeParse(field.operands);
  if (!data) return null;
  const { pool, target } = balanced;
  if (pool) {
    const amount = pool.amount === null ? '' : `, ${short(pool.amount)} fmol`;
    return `${field.label}: the pool holds ${short(pool.volume)} µL at ${short(pool.concentration)} ng/µL${amount}.`;
  }
  if (data.target !== null || target === null) return null;
  const unit = isMolarField(field) ? 'fmol' : 'ng';
  return `${field.label}: ${short(target)} ${unit} of each sample, the most that every sample can give.`;
}

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
const isAmber = (field: Field, value: string): boolean =>
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
  const note = namesDnaBarcode(field) && isFromPlate(current) ? 'From the plate.' : null;
  const base = { value: current.value, tone: 'none' as const, note, proposes: false };
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
