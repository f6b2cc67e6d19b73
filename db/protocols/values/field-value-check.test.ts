import { describe, expect, test } from 'vitest';
import { buildInventoryItem, buildInventoryType } from '#db/factories/build-inventory.ts';
import { buildField } from '#db/factories/build-protocols.ts';
import type { Field } from '#db/protocols/field.ts';
import { isFlowCellProduct, poreWarning } from '#db/protocols/flow-cell-warranty.ts';
import { fieldDefinitionProblems } from './field-definition.ts';
import { checkFieldValue, type ValueFacts } from './field-value-check.ts';

const noLimits = { min: null, max: null, decimals: null } as const;
const check = (field: Partial<Field>, raw: string, facts: Partial<ValueFacts> = {}) =>
  checkFieldValue(buildField({ label: 'Yield', ...field }), raw, {
    labDay: '2026-11-21',
    labTimezone: 'UTC',
    ...facts,
  });

describe('TEXT', () => {
  const text = { type: 'TEXT', ...noLimits } as const;
  test('is trimmed and otherwise unchanged', () => {
    expect(check(text, '  clear, no clots ')).toMatchObject({ problem: null, value: 'clear, no clots' });
  });
  test.each([
    ['blank', {}, ' '],
    ['too long', { maxLength: 3 }, 'abcd'],
    ['not of the pattern', { pattern: '[A-Z]{2}\\d' }, 'AB1x'],
  ])('%s is invalid or missing', (_, more, raw) => {
    expect(check({ ...text, ...more }, raw)).toEqual({ problem: 'Yield is invalid or missing.' });
  });
  test('that matches the pattern is accepted', () => {
    expect(check({ ...text, pattern: '[A-Z]{2}\\d' }, 'AB1')).toMatchObject({ problem: null });
  });
});

describe('NUMBER', () => {
  const number = { type: 'NUMBER', min: '0', max: '100', decimals: 2 } as const;
  test.each([
    ['10', '10'],
    ['10.0', '10'],
    ['010.50', '10.5'],
    ['.5', '0.5'],
    ['7.', '7'],
    ['-0', '0'],
  ])('%s is stored as %s', (raw, value) => {
    expect(check(number, raw)).toMatchObject({ problem: null, value, numericValue: value });
  });
  test.each(['ten', '1,5', '1e3', 'NaN', 'Infinity', '0x1F', '1 2', '.', ''])(
    '"%s" is not a number',
    (raw) => {
      expect(check(number, raw)).toEqual({ problem: 'Yield is invalid or missing.' });
    },
  );
  test('outside its limits is refused with both limits', () => {
    expect(check(number, '100.01')).toEqual({ problem: 'Yield must be between 0 and 100.' });
    expect(check(number, '-1')).toEqual({ problem: 'Yield must be between 0 and 100.' });
    expect(check(number, '100')).toMatchObject({ problem: null });
  });
  test('with too many decimal places is refused, with trailing zeros accepted', () => {
    expect(check(number, '1.234')).toEqual({ problem: 'Yield has at most 2 decimal places.' });
    expect(check(number, '1.2300')).toMatchObject({ problem: null, value: '1.23' });
  });
  test('outside its quality range is accepted and amber', () => {
    const ranged = { ...number, qcMin: '20', qcMax: '80' };
    expect(check(ranged, '19.99')).toMatchObject({ problem: null, qc: 'AMBER' });
    expect(check(ranged, '20')).toMatchObject({ qc: 'OK' });
    expect(check(ranged, '81')).toMatchObject({ qc: 'AMBER' });
  });
});

describe('DATE and BOOLEAN', () => {
  const day = { type: 'DATE', ...noLimits } as const;
  test('a date is real and not in the future unless that is allowed', () => {
    expect(check(day, '2026-11-21')).toMatchObject({ problem: null, value: '2026-11-21' });
    expect(check(day, '2026-11-22')).toEqual({ problem: 'Yield cannot be in the future.' });
    expect(check({ ...day, allowFuture: true }, '2026-11-22')).toMatchObject({ problem: null });
    expect(check(day, '2026-02-30')).toEqual({ problem: 'Yield is invalid or missing.' });
    expect(check(day, '21.11.2026')).toEqual({ problem: 'Yield is invalid or missing.' });
  });
  test('a required yes or no may be answered with no', () => {
    expect(check({ type: 'BOOLEAN', ...noLimits }, 'false')).toMatchObject({ problem: null, value: 'false' });
    expect(check({ type: 'BOOLEAN', ...noLimits }, 'Yes')).toMatchObject({ problem: null, value: 'true' });
    expect(check({ type: 'BOOLEAN', ...noLimits }, 'maybe')).toEqual({
      problem: 'Yield is invalid or missing.',
    });
  });
});

describe('LOT_NUMBER', () => {
  const lot = {
    type: 'LOT_NUMBER',
    inventoryTypeId: 'type-buffer',
    scope: 'PER_BATCH',
    ...noLimits,
  } as const;
  const boundType = buildInventoryType({ id: 'type-buffer', name: 'Lysis buffer' });
  const item = (overrides = {}) =>
    buildInventoryItem({ inventoryTypeId: 'type-buffer', lotNumber: 'L1', ...overrides });
  const judge = (overrides = {}, requiredAmount: string | null = null) =>
    check(lot, 'L1', { lot: { item: item(overrides), boundType, requiredAmount } });
  test('a good lot is stored with its item', () => {
    expect(judge({ id: 'item-1' })).toMatchObject({
      problem: null,
      value: 'L1',
      inventoryItemId: 'item-1',
      warning: null,
    });
  });
  test.each([
    [{ inventoryTypeId: 'type-other' }, 'L1 is not a Lysis buffer.'],
    [{ status: 'ORDERED' }, 'Lot L1 has not been received.'],
    [{ status: 'USED' }, 'Lot L1 is used up.'],
    [{ expirationDate: '2026-11-20' }, 'Lot L1 expired on 2026-11-20.'],
    [{ quarantined: true }, 'Lot L1 is quarantined.'],
  ])('%o is refused: %s', (overrides, problem) => {
    expect(judge(overrides)).toEqual({ problem });
  });
  test('a lot is valid on its expiry day, and a small balance only warns', () => {
    expect(judge({ expirationDate: '2026-11-21', remaining: '5' }, '9')).toMatchObject({
      problem: null,
      warning: 'Lot L1 has 5 left and 9 are needed.',
    });
  });
  test('an unknown lot is invalid', () => {
    expect(check(lot, 'L9', { lot: { item: null, boundType } })).toEqual({
      problem: 'Yield is invalid or missing.',
    });
  });
});

describe('BARCODE', () => {
  const tube = { type: 'BARCODE', barcodeType: 'SAMPLE', ...noLimits } as const;
  test('a code of another kind, or an unknown one, is refused', () => {
    expect(check(tube, 'SHELF-1', { barcode: { id: 'b', type: 'STORAGE' } })).toEqual({
      problem: 'Expected a Sample barcode.',
    });
    expect(check(tube, 'NOBODY', { barcode: null })).toEqual({ problem: 'Expected a Sample barcode.' });
  });
  test("the tube must be the row's tube", () => {
    const facts = { barcode: { id: 'b', type: 'SAMPLE' as const }, expectedTube: 'W26325-0001-01' };
    expect(check(tube, 'W26325-0002-01', facts)).toEqual({ problem: 'Wrong tube: expected W26325-0001-01.' });
    expect(check(tube, ' w26325-0001-01\r', facts)).toMatchObject({
      problem: null,
      value: 'W26325-0001-01',
      barcodeId: 'b',
    });
  });
  test('a code is accepted for one sample of a batch only', () => {
    const dna = { type: 'BARCODE', barcodeType: 'DNA_BARCODE', ...noLimits } as const;
    expect(check(dna, 'NB01')).toMatchObject({ problem: null, value: 'NB01' });
    expect(check(dna, 'NB01', { usedFor: 'W26325-0001-01' })).toEqual({
      problem: 'NB01 was already used for W26325-0001-01.',
    });
  });
  test('only flow cell products are accepted, and pores below the warranty give a warning', () => {
    expect([isFlowCellProduct('FLO-MIN114'), isFlowCellProduct('SQK-LSK114')]).toEqual([true, false]);
    expect(poreWarning('FLO-MIN114', 799)).toBe('799 pores: a MinION flow cell is under warranty below 800.');
    expect(poreWarning('FLO-PRO114M', 5000)).toBeNull();
    expect(poreWarning('FLO-PRO114M', 4999)).toContain('PromethION');
  });
});

describe('the definition of a field', () => {
  test('is refused when a type lacks its required settings', () => {
    const problems = (overrides: Partial<Field>) =>
      fieldDefinitionProblems(buildField({ label: 'X', ...overrides }));
    expect(problems({})).toEqual([]);
    expect(problems({ type: 'LOT_NUMBER', ...noLimits })).toEqual([
      'X: choose the inventory type of the lot.',
    ]);
    expect(problems({ type: 'BARCODE', ...noLimits })).toEqual(['X: choose the type of the barcode.']);
    expect(problems({ type: 'CALCULATION' })).toEqual([
      'X: choose the calculation.',
      'X: the operands do not fit the calculation.',
    ]);
    expect(problems({ type: 'TEXT', ...noLimits, pattern: '(' })).toEqual([
      'X: the pattern is not a regular expression.',
    ]);
    expect(problems({ min: '9', max: '1' })).toEqual(['X: the lower limit is above the upper limit.']);
    const terms = { terms: [{ field: 'a' }, { const: '2' }] };
    expect(problems({ type: 'CALCULATION', calculationType: 'ADDITION', operands: terms })).toEqual([]);
    expect(
      problems({
        type: 'CALCULATION',
        calculationType: 'BALANCING',
        operands: { mode: 'POOL' },
        scope: 'PER_BATCH',
      }),
    ).toEqual(['X: balancing is calculated for each sample.']);
  });
});
