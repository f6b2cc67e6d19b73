import { expect, test } from 'vitest';
import { buildField } from '#db/factories/build-protocols.ts';
import { balance } from '#db/protocols/values/balancing.ts';
import { BalancingOperands } from '#db/protocols/values/calculate.ts';
import { achievedText, balancingSummary, isMolarField } from './display-values.ts';

const balancing = (operands: Record<string, string>) =>
  buildField({ label: 'Volume to pool', type: 'CALCULATION', calculationType: 'BALANCING', operands });
const balanced = (operands: Record<string, string>) =>
  balance('Volume to pool', BalancingOperands.parse(operands), [
    { id: 'a', concentration: '10', available: '50', length: '1000' },
    { id: 'b', concentration: '20', available: '50', length: '1000' },
  ]);

test('a row shows what it uses, in fmol where molecules are counted and in ng elsewhere', () => {
  expect(isMolarField(balancing({ mode: 'EQUAL_MOLAR', target: '50' }))).toBe(true);
  expect(isMolarField(balancing({ mode: 'POOL', basis: 'MASS', finalVolume: '20' }))).toBe(false);
  expect(achievedText({ mass: '33.3333', amount: '50.5051' }, true)).toBe('uses 50.51 fmol');
  expect(achievedText({ mass: '33.3333', amount: '50.5051' }, false)).toBe('uses 33.33 ng');
  expect(achievedText({ mass: '33.3333', amount: null }, true)).toBeNull();
});

test('a pool shows its total: volume, concentration and amount', () => {
  const operands = { mode: 'POOL', finalVolume: '30' };
  expect(balancingSummary(balancing(operands), balanced(operands))).toBe(
    'Volume to pool: the pool holds 30 µL at 13.33 ng/µL, 606.06 fmol.',
  );
});

test('the amount that the poorest sample limits is shown only without a target', () => {
  const free = { mode: 'EQUAL_MASS' };
  expect(balancingSummary(balancing(free), balanced(free))).toBe(
    'Volume to pool: 500 ng of each sample, the most that every sample can give.',
  );
  const set = { mode: 'EQUAL_MASS', target: '100' };
  expect(balancingSummary(balancing(set), balanced(set))).toBeNull();
});
