import { expect, test } from 'vitest';
import { excursionOf, rangeText } from './accession-args.ts';

test('a package above or below its required temperature range is too warm or too cold, at the limits it is not', () => {
  expect(excursionOf('-12.5', 'FROZEN')).toBe('-12.5 °C is too warm: Frozen, -15 °C or colder.');
  expect(excursionOf('-80', 'FROZEN')).toBeNull();
  expect(excursionOf('-15', 'FROZEN')).toBeNull();
  expect(excursionOf('-40', 'DRY_ICE')).toContain('too warm');
  expect(excursionOf('0', 'REFRIGERATED')).toBe('0 °C is too cold: Refrigerated, 2 to 8 °C.');
  expect(excursionOf('8', 'REFRIGERATED')).toBeNull();
  expect(excursionOf('31', 'AMBIENT')).toContain('too warm');
});

test('without a measurement or a required range there is no excursion', () => {
  expect(excursionOf(null, 'FROZEN')).toBeNull();
  expect(excursionOf('20', null)).toBeNull();
  expect(rangeText('AMBIENT')).toBe('Ambient, 15 to 30 °C');
});
