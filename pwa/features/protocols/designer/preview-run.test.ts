import { expect, test } from 'vitest';
import { buildDraftField, buildDraftSection, buildDraftStep } from '#db/factories/build-procedure-drafts.ts';
import { buildProcedure } from '#db/factories/build-protocols.ts';
import type { DraftField } from '#db/protocols/procedures/procedure-content.ts';
import { BalancingOperands } from '#db/protocols/values/calculate.ts';
import type { FieldValue } from '#db/protocols/values/field-value.ts';
import { computeDisplayValues, getDisplayValue } from '#pwa/features/protocols/values/display-values.ts';
import { buildPreview, PREVIEW_SAMPLES, type PreviewLab, recordPreview } from './preview-run.ts';

const lab: PreviewLab = {
  procedure: buildProcedure({ positiveControls: 0, negativeControls: 1, noTemplateControls: 0 }),
  units: new Map(),
  labDay: '2026-11-28',
  labTimezone: 'America/New_York',
};
const sectionsOf = (...fields: DraftField[]) => [
  buildDraftSection({ id: 's', steps: [buildDraftStep({ id: 'one', fields })] }),
];
const volume = buildDraftField({
  id: 'volume',
  name: 'volume',
  label: 'Volume',
  min: '0',
  max: '100',
  qcMin: '10',
  qcMax: null,
});

const viewOf = (fields: DraftField[], values: FieldValue[] = []) => {
  const view = buildPreview(lab, sectionsOf(...fields), 's', PREVIEW_SAMPLES, values);
  if (!view) throw new Error('The section is missing.');
  return view;
};
const type = (view: ReturnType<typeof viewOf>, fieldId: string, text: string) => {
  const field = view.run.own.find(({ id }) => id === fieldId);
  if (!field) throw new Error(`The field ${fieldId} is missing.`);
  const rowId = field.scope === 'PER_SAMPLE' ? (view.run.rows[0]?.id ?? null) : null;
  return recordPreview(lab, field, { fieldId, rowId, text, inputMethod: 'TYPED' }, 'v1');
};

test('a preview has made-up samples and the controls of the procedure in wells', () => {
  expect(
    viewOf([volume]).run.rows.map(({ well, control }) => `${well} ${control?.controlType ?? 'sample'}`),
  ).toEqual(['A1 sample', 'B1 sample', 'C1 sample', 'D1 sample', 'E1 NEGATIVE_CONTROL']);
});

test('a typed number is refused outside its limits and amber outside its QC limits', () => {
  const view = viewOf([volume]);
  expect(type(view, 'volume', '120').problem).toContain('between 0 and 100');
  const { value } = type(view, 'volume', '4');
  if (!value) throw new Error('The value was refused.');
  const displayValue = getDisplayValue(
    computeDisplayValues(viewOf([volume], [value])),
    'volume',
    value.sampleId,
  );
  expect(displayValue).toMatchObject({ value: '4', tone: 'warning' });
});

test('a calculation has its result as soon as its operands are typed', () => {
  const sum = buildDraftField({
    id: 'sum',
    name: 'sum',
    label: 'Sum',
    type: 'CALCULATION',
    calculationType: 'ADDITION',
    operands: { terms: [{ field: 'volume' }, { const: '2' }] },
    min: null,
    max: null,
    qcMin: null,
    qcMax: null,
  });
  const { value } = type(viewOf([volume, sum]), 'volume', '40');
  if (!value) throw new Error('The value was refused.');
  const displayValue = getDisplayValue(
    computeDisplayValues(viewOf([volume, sum], [value])),
    'sum',
    value.sampleId,
  );
  expect(displayValue.value).toBe('42');
});

test('a balancing takes the quantities of the made-up samples', () => {
  const balanced = buildDraftField({
    id: 'mix',
    name: 'mix',
    label: 'Input',
    type: 'CALCULATION',
    calculationType: 'BALANCING',
    operands: BalancingOperands.parse({ mode: 'EQUAL_MASS', target: '100', targetUnit: 'ng' }),
    min: null,
    max: null,
    qcMin: null,
    qcMax: null,
    decimals: null,
  });
  const view = viewOf([balanced]);
  expect(getDisplayValue(computeDisplayValues(view), 'mix', 'preview-sample-0').value).toBe('1.9');
});

test('a draft that is not finished is previewed, and says what its field lacks', () => {
  const lot = buildDraftField({
    id: 'lot',
    name: '',
    label: '',
    type: 'LOT_NUMBER',
    scope: 'PER_BATCH',
    inventoryTypeId: null,
    min: null,
    max: null,
    qcMin: null,
    qcMax: null,
    decimals: null,
    measurementUnitId: null,
  });
  const view = viewOf([lot]);
  expect(view.run.own[0]?.label).toBe('Untitled field');
  expect(type(view, 'lot', 'L-1').problem).toContain('choose the inventory type');
});
