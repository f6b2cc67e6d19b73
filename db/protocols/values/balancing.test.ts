import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BalancingRow, type BalancingSettings, balance } from './balancing.ts';
import { amountOfMass, median, molarity, roundTo } from './balancing-amounts.ts';

const settings = (overrides: Partial<BalancingSettings>): BalancingSettings => ({
  mode: 'EQUAL_MASS',
  basis: 'MOLAR',
  target: null,
  finalVolume: null,
  maxVolume: null,
  minPipette: '1',
  resolution: '0.1',
  molecule: 'ds',
  ...overrides,
});
const row = (
  id: string,
  concentration: string | null,
  overrides: Partial<BalancingRow> = {},
): BalancingRow => ({
  id,
  concentration,
  available: '50',
  length: '10000',
  ...overrides,
});
const run = (overrides: Partial<BalancingSettings>, rows: BalancingRow[]) =>
  balance('Input', settings(overrides), rows);

describe('amounts', () => {
  test('1000 ng of 10 kb double-stranded DNA are 151.5 fmol', () => {
    expect(amountOfMass('1000', '10000', 'ds').toDecimalPlaces(1).toString()).toBe('151.5');
    expect(amountOfMass('1000', '10000', 'ss').toDecimalPlaces(1).toString()).toBe('303');
    expect(amountOfMass('1000', '10000', 'rna').toDecimalPlaces(1).toString()).toBe('294.1');
  });

  test('6.6 ng/µL of 10 kb are 1 nM', () => {
    expect(molarity('6.6', '10000', 'ds').toString()).toBe('1');
  });

  test('volumes are rounded half-up to the resolution', () => {
    expect(roundTo('1.25', '0.1').toString()).toBe('1.3');
    expect(roundTo('1.249', '0.1').toString()).toBe('1.2');
    expect(roundTo('7.3', '0.5').toString()).toBe('7.5');
    expect(median([new Decimal(4), new Decimal(1), new Decimal(2), new Decimal(3)]).toString()).toBe('2.5');
  });
});

describe('DILUTE', () => {
  test('takes Ct x Vf / C and fills up to Vf', () => {
    const [one] = run({ mode: 'DILUTE', target: '10', finalVolume: '50' }, [row('a', '40')]).rows;
    expect(one).toMatchObject({ flag: 'OK', sampleVolume: '12.5', diluentVolume: '37.5', mass: '500' });
  });

  test('a sample below the target is LOW and reports its amount', () => {
    const [one] = run({ mode: 'DILUTE', target: '10', finalVolume: '50' }, [row('a', '5')]).rows;
    expect(one).toMatchObject({
      flag: 'LOW',
      sampleVolume: '50',
      diluentVolume: '0',
      shortfallPercent: '50',
    });
    expect(one?.text).toBe('Only 250 of 500 ng available.');
  });
});

describe('EQUAL_MASS', () => {
  test('with a target, each row gives that mass, recomputed from the rounded volume', () => {
    const { rows } = run({ target: '400', finalVolume: '48' }, [row('a', '37'), row('b', '100')]);
    expect(rows[0]).toMatchObject({ flag: 'OK', sampleVolume: '10.8', diluentVolume: '37.2', mass: '399.6' });
    expect(rows[0]?.amount).toBe('60.5455');
    expect(rows[1]).toMatchObject({ sampleVolume: '4', mass: '400' });
  });

  test('without a target, the poorest sample sets the mass', () => {
    const { rows, target } = run({ maxVolume: '20' }, [row('a', '10'), row('b', '50')]);
    expect(target).toBe('200');
    expect(rows.map((one) => one.sampleVolume)).toEqual(['20', '4']);
  });

  test('too little material is LOW with the shortfall', () => {
    const [one] = run({ target: '1000' }, [row('a', '15')]).rows;
    expect(one).toMatchObject({
      flag: 'LOW',
      sampleVolume: '50',
      text: 'Only 750 of 1000 ng available.',
      shortfallPercent: '25',
    });
  });

  test('a volume below the smallest pipette volume is diluted first', () => {
    const [one] = run({ target: '100', finalVolume: '20' }, [row('a', '400')]).rows;
    expect(one).toMatchObject({
      flag: 'SMALL',
      preDilution: 4,
      sampleVolume: '1',
      diluentVolume: '19',
      mass: '100',
    });
  });

  test('a sample without material is ZERO and proposes a failure', () => {
    const { rows, target } = run({ maxVolume: '10' }, [row('a', '0'), row('b', '20')]);
    expect(rows[0]).toMatchObject({ flag: 'ZERO', sampleVolume: '0', mass: '0' });
    expect(target).toBe('200');
  });

  test('a control without material gets the median sample volume', () => {
    const rows = [row('a', '10'), row('b', '20'), row('c', '40'), row('ntc', '0', { control: true })];
    expect(run({ target: '200', finalVolume: '50' }, rows).rows[3]).toMatchObject({
      flag: 'OK',
      sampleVolume: '10',
      diluentVolume: '40',
    });
  });

  test('rounding never takes more than the sample has', () => {
    const [one] = run({}, [row('a', '10', { available: '10.06' })]).rows;
    expect(one?.sampleVolume).toBe('10');
  });
});

describe('EQUAL_MOLAR', () => {
  test('takes nt / M and needs the length', () => {
    const { rows } = run({ mode: 'EQUAL_MOLAR', target: '50' }, [
      row('a', '66'),
      row('b', '66', { length: null }),
    ]);
    expect(rows[0]).toMatchObject({ flag: 'OK', sampleVolume: '5', amount: '50', mass: '330' });
    expect(rows[1]).toMatchObject({
      flag: null,
      sampleVolume: null,
      problem: 'Input cannot be calculated: Fragment length is missing.',
    });
  });
});

describe('POOL', () => {
  test('shares the volume by 1 / M, so that every sample gives the same amount', () => {
    const { rows, pool } = run({ mode: 'POOL', finalVolume: '30' }, [row('a', '66'), row('b', '33')]);
    expect(rows.map((one) => one.sampleVolume)).toEqual(['10', '20']);
    expect(rows.map((one) => one.amount)).toEqual(['100', '100']);
    expect(pool).toEqual({ volume: '30', concentration: '44', amount: '200' });
  });

  test('weights change the shares, and a mass pool counts ng', () => {
    const { rows } = run({ mode: 'POOL', finalVolume: '30', basis: 'MASS' }, [
      row('a', '20', { weight: '2', length: null }),
      row('b', '20', { length: null }),
    ]);
    expect(rows.map((one) => one.sampleVolume)).toEqual(['20', '10']);
  });

  test('an empty sample is left out and the others fill the pool', () => {
    const { rows, pool } = run({ mode: 'POOL', finalVolume: '20' }, [
      row('a', '0'),
      row('b', '10'),
      row('c', '10'),
    ]);
    expect(rows.map((one) => one.flag)).toEqual(['ZERO', 'OK', 'OK']);
    expect(pool?.volume).toBe('20');
  });

  test('a missing operand leaves the whole pool blank', () => {
    const { rows, pool } = run({ mode: 'POOL', finalVolume: '20' }, [row('a', null), row('b', '10')]);
    expect(rows.map((one) => one.sampleVolume)).toEqual([null, null]);
    expect(rows[1]?.problem).toBe('Input cannot be calculated: Concentration is missing.');
    expect(pool).toBeNull();
  });

  const concentration = fc
    .integer({ min: 1, max: 50_000 })
    .map((value) => new Decimal(value).div(100).toFixed());
  const length = fc.integer({ min: 200, max: 60_000 }).map(String);
  const pools = fc.array(fc.record({ concentration, length }), { minLength: 1, maxLength: 24 });

  test('pools add up: the rows make the pool in volume, mass and amount', () => {
    fc.assert(
      fc.property(pools, fc.integer({ min: 10, max: 500 }), (inputs, volume) => {
        const rows = inputs.map((one, index) =>
          row(`s${index}`, one.concentration, { ...{ length: one.length }, available: '100000' }),
        );
        const result = run(
          { mode: 'POOL', finalVolume: String(volume), minPipette: '0.001', resolution: '0.001' },
          rows,
        );
        const sum = (values: (string | null)[]) =>
          values.reduce((total, value) => total.plus(value ?? '0'), new Decimal(0));
        expect(result.pool?.volume).toBe(sum(result.rows.map((one) => one.sampleVolume)).toFixed());
        const off = sum(result.rows.map((one) => one.sampleVolume))
          .minus(volume)
          .abs();
        const diluted = result.rows.some((one) => one.preDilution !== null);
        if (!diluted) expect(off.toNumber()).toBeLessThanOrEqual(rows.length * 0.0005 + 1e-9);
        expect(result.pool?.amount).toBe(
          sum(result.rows.map((one) => one.amount))
            .toDecimalPlaces(4)
            .toFixed(),
        );
      }),
    );
  });

  test('no row takes more than its sample has', () => {
    const limited = fc.array(
      fc.record({ concentration, available: fc.integer({ min: 1, max: 400 }).map((x) => String(x / 10)) }),
      { minLength: 1, maxLength: 24 },
    );
    const mode = fc.constantFrom('EQUAL_MASS' as const, 'EQUAL_MOLAR' as const);
    fc.assert(
      fc.property(
        limited,
        mode,
        fc.option(fc.integer({ min: 1, max: 2000 }).map(String)),
        (inputs, mode, target) => {
          const rows = inputs.map((one, index) =>
            row(`s${index}`, one.concentration, { available: one.available }),
          );
          for (const [index, one] of run({ mode, target }, rows).rows.entries()) {
            const drawnVolume = new Decimal(one.sampleVolume ?? '0').div(one.preDilution ?? 1);
            expect(drawnVolume.lessThanOrEqualTo(rows[index]?.available ?? '0')).toBe(true);
          }
        },
      ),
    );
  });
});
