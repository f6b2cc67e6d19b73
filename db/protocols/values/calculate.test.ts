import { describe, expect, test } from 'vitest';
import { buildField } from '#db/factories/build-protocols.ts';
import { buildFieldValue } from '#db/factories/build-section-work.ts';
import { sectionContentHash } from '#db/protocols/signing/section-content.ts';
import { canonicalJson, sha256 } from '#db/values/canonical-json.ts';
import { calculate } from './calculate.ts';
import { canonicalNumber, sameValue } from './canonical-value.ts';
import { currentValues, valueKey } from './current-values.ts';
import { calculationOrder } from './recalculate.ts';

const operands = (...values: (string | null)[]) =>
  values.map((value, index) => ({ label: `Operand ${index + 1}`, value }));
const run = (type: Parameters<typeof calculate>[1], values: (string | null)[], decimals: number | null = 2) =>
  calculate('Total', type, operands(...values), decimals);

describe('a calculation', () => {
  test.each([
    ['ADDITION', ['0.1', '0.2', '0.3'], '0.6'],
    ['SUBTRACTION', ['10', '2.5', '2.5'], '5'],
    ['MULTIPLICATION', ['1.1', '1.1', '3'], '3.63'],
    ['DIVISION', ['10', '4'], '2.5'],
    ['DIVISION', ['1', '3'], '0.33'],
    ['DIVISION', ['1', '8'], '0.13'],
    ['SUBTRACTION', ['1', '1'], '0'],
  ] as const)('%s of %j is %s', (type, values, value) => {
    expect(run(type, [...values])).toEqual({ value, problem: null });
  });
  test('rounds half-up, and only at the end', () => {
    expect(run('ADDITION', ['0.005', '0'])).toEqual({ value: '0.01', problem: null });
    expect(run('SUBTRACTION', ['0', '0.005'])).toEqual({ value: '-0.01', problem: null });
    expect(run('ADDITION', ['0.004', '0.004', '0.004'])).toEqual({ value: '0.01', problem: null });
    expect(run('DIVISION', ['2', '3', '2'], 0)).toEqual({ value: '0', problem: null });
  });
  test('without an operand is blank and names the operand', () => {
    expect(run('ADDITION', ['1', null])).toEqual({
      value: null,
      problem: 'Total cannot be calculated: Operand 2 is missing.',
    });
  });
  test('never divides by zero', () => {
    expect(run('DIVISION', ['1', '0.00'])).toEqual({ value: null, problem: 'Cannot divide by zero.' });
  });
  test('comes after the calculations that it uses', () => {
    const field = (name: string, ...uses: string[]) =>
      buildField({
        name,
        type: 'CALCULATION',
        calculationType: 'ADDITION',
        operands: {
          terms: [...uses.map((fieldName) => ({ field: fieldName })), { const: '1' }, { const: '1' }],
        },
      });
    expect(
      calculationOrder([field('c', 'b'), field('b', 'a'), field('a', 'x')]).map((one) => one.name),
    ).toEqual(['a', 'b', 'c']);
    expect(calculationOrder([field('a', 'b'), field('b', 'a')])).toHaveLength(2);
  });
});

describe('equal values', () => {
  test('numbers are equal as numbers, texts as texts', () => {
    expect(sameValue('NUMBER', '10', '10.0')).toBe(true);
    expect(sameValue('TEXT', '10', '10.0')).toBe(false);
    expect(sameValue('NUMBER', '10', '10.01')).toBe(false);
    expect(canonicalNumber('-000.50')).toBe('-0.5');
    expect(canonicalNumber('1234567890123456')).toBeNull();
  });
});

describe('the current value', () => {
  const field = buildField({ id: 'f' });
  const value = (id: string, raw: string, minute: number, overrides = {}) =>
    buildFieldValue({
      id,
      fieldId: 'f',
      sampleId: 's',
      value: raw,
      numericValue: raw,
      occurredAt: `2026-11-21T09:0${minute}:00.000Z`,
      ...overrides,
    });
  const of = (...values: ReturnType<typeof value>[]) =>
    currentValues(values, [field]).get(valueKey('f', 's'));

  test('is the earliest; an equal one is a witness, a different one is differing', () => {
    const operandValue = of(value('b', '11', 2), value('a', '10', 1), value('c', '10.0', 3));
    expect([
      operandValue?.current.id,
      operandValue?.witnesses.map((one) => one.id),
      operandValue?.differing.map((one) => one.id),
    ]).toEqual(['a', ['c'], ['b']]);
  });
  test('is never a superseded or late one', () => {
    expect(
      of(value('a', '10', 1), value('b', '11', 2, { supersedesId: 'a', changeReason: 'misread' }))?.current
        .id,
    ).toBe('b');
    expect(of(value('a', '10', 1, { late: true }))).toBeUndefined();
  });
});

describe('signed content', () => {
  const field = buildField({ id: 'f' });
  const section = { id: 'section-1', version: 3 };
  const value = buildFieldValue({ id: 'v1', fieldId: 'f', sampleId: 's1', enteredById: 'ann' });
  const hash = (values = [value], preferring: string | null = null) =>
    sectionContentHash('a1', section, values, [field], preferring);

  test('is independent of order, and differs for any other value, author or section', async () => {
    const other = buildFieldValue({ id: 'v2', fieldId: 'f', sampleId: 's2' });
    expect(await hash([value, other])).toBe(await hash([other, value]));
    expect(await hash()).toMatch(/^[0-9a-f]{64}$/);
    const all = await Promise.all([
      hash(),
      hash([value, other]),
      hash([{ ...value, value: '43' }]),
      hash([{ ...value, enteredById: 'bob' }]),
      hash([{ ...value, id: 'v9' }]),
      sectionContentHash('a1', { ...section, version: 4 }, [value], [field]),
      sectionContentHash('a2', section, [value], [field]),
    ]);
    expect(new Set(all).size).toBe(all.length);
  });

  test("may use a person's own entry in place of an equal one of another", async () => {
    const earlier = { ...value, id: 'v0', enteredById: 'bob', occurredAt: '2026-11-21T08:00:00.000Z' };
    expect(await hash([value, earlier])).not.toBe(await hash());
    expect(await hash([value, earlier], 'ann')).toBe(await hash());
  });

  test('canonical JSON sorts keys; SHA-256 matches the standard', async () => {
    expect(canonicalJson({ b: [1, null, 'ä'], a: { d: true, c: 0 } })).toBe(
      '{"a":{"c":0,"d":true},"b":[1,null,"ä"]}',
    );
    expect(await sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
