import { expect, test } from 'vitest';
import { buildDiscrepancy } from '#db/factories/build-discrepancy.ts';
import { buildSpecimen } from '#db/factories/build-specimen.ts';
import { waitsFor } from './waits-for.ts';

const open = buildDiscrepancy({ resolution: 'OPEN' });

test('a quarantined specimen says how many decisions it waits for', () => {
  const specimen = buildSpecimen({ status: 'RECEIVED_QUARANTINED', holdReason: null });
  expect(waitsFor(specimen, [open])).toBe('One discrepancy waits for a decision.');
  expect(waitsFor(specimen, [open, open])).toBe('2 discrepancies wait for a decision.');
  expect(waitsFor(specimen, [])).toBe('A manager or director lifts the quarantine.');
});

test('a held specimen gives its reason, a finished one waits for nothing', () => {
  const held = buildSpecimen({ status: 'RECEIVED_ON_HOLD', holdReason: 'Order W-000001 is on hold.' });
  expect(waitsFor(held, [])).toBe('Order W-000001 is on hold.');
  expect(waitsFor(buildSpecimen({ status: 'COMPLETED' }), [])).toBeNull();
});
