import { expect, test } from 'vitest';
import { buildPrice } from '#db/factories/build-billing.ts';
import { carriedOver, kindsOf, tierRows } from './price-rows.ts';

const DAY = '2026-11-21';
const price = (id: string, companyType: 'UNIVERSITY' | null, minQuantity: number, amount: number) =>
  buildPrice({
    id,
    protocolId: 'wgs',
    companyType,
    minQuantity,
    amount,
    effectiveFrom: '2026-01-01',
    effectiveTo: null,
  });
const [one, many] = tierRows({
  day: DAY,
  protocols: [
    {
      protocol: { id: 'wgs', name: 'Genome', code: 'WGS', protocolVersion: 1, status: 'ACTIVE' },
      service: null,
      prices: [
        price('s1', null, 1, 90_000),
        price('s24', null, 24, 80_000),
        price('u1', 'UNIVERSITY', 1, 82_000),
      ],
    },
  ],
});

test('the price of a kind of organization holds above its own tier too, before the standard price', () => {
  if (!one || !many) throw new Error('two tiers are expected');
  expect(carriedOver(many, 'UNIVERSITY', DAY)).toBe(82_000);
  expect(carriedOver(one, 'UNIVERSITY', DAY)).toBeNull();
  expect(carriedOver(many, 'COMPANY', DAY)).toBeNull();
  expect(carriedOver(many, 'ALL', DAY)).toBeNull();
});

test('the table has no clinic column where the entity does not sell to clinics', () => {
  expect(kindsOf('WBL')).toEqual(['ALL', 'COMPANY', 'UNIVERSITY', 'RESEARCH']);
  expect(kindsOf('RESONANT')).toContain('CLINIC');
});
