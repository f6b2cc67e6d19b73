import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPrice, buildProjectBasedPricing } from '#db/factories/build-billing.ts';
import type { ProjectBasedPricing } from './price.ts';
import { NO_PRICE, type PriceQuestion, priceFor } from './price-for.ts';

const question = (overrides: Partial<PriceQuestion> = {}): PriceQuestion => ({
  protocolId: 'protocol-1',
  projectId: null,
  companyType: 'UNIVERSITY',
  count: 12,
  day: '2026-11-21',
  ...overrides,
});
const agreed = (overrides: Partial<ProjectBasedPricing> & { used?: number } = {}) => {
  const { used: usedCount = 0, ...row } = overrides;
  return { ...buildProjectBasedPricing(row), used: usedCount };
};

const one = buildPrice({ amount: 25_000 });
const ten = buildPrice({ amount: 22_000, minQuantity: 10 });
const fifty = buildPrice({ amount: 19_000, minQuantity: 50 });
const university = buildPrice({ amount: 21_000, companyType: 'UNIVERSITY' });
const university50 = buildPrice({ amount: 18_000, minQuantity: 50, companyType: 'UNIVERSITY' });
const prices = [one, ten, fifty, university, university50];

describe('the price of a specimen', () => {
  it('is that of the largest tier that the number of specimens reaches, for all of them', () => {
    const company = (count: number) =>
      priceFor({ prices, projectPrices: [] }, question({ companyType: 'COMPANY', count }));
    expect(company(1)).toMatchObject({ amount: 25_000, source: 'STANDARD' });
    expect(company(9)).toMatchObject({ amount: 25_000 });
    expect(company(10)).toMatchObject({ amount: 22_000 });
    expect(company(50)).toMatchObject({ amount: 19_000 });
  });

  it('prefers the kind of company to the standard one, even where the standard tier is cheaper', () => {
    const priceForCount = (count: number) => priceFor({ prices, projectPrices: [] }, question({ count }));
    expect(priceForCount(12)).toMatchObject({
      amount: 21_000,
      source: 'COMPANY_TYPE',
      priceId: university.id,
    });
    expect(priceForCount(60)).toMatchObject({ amount: 18_000, priceId: university50.id });
  });

  it('is that of the project when the whole order fits into it', () => {
    const projectPrices = [agreed({ amount: 15_000, maxSpecimens: 20, used: 8 })];
    expect(priceFor({ prices, projectPrices }, question({ projectId: 'project-1' }))).toEqual({
      amount: 15_000,
      source: 'PROJECT',
      priceId: projectPrices[0]?.id,
      listAmount: 21_000,
      warning: null,
    });
  });

  it('is the normal one with a warning when the order does not fit into the project', () => {
    const of = (usedCount: number) =>
      priceFor(
        { prices, projectPrices: [agreed({ maxSpecimens: 20, used: usedCount })] },
        question({ projectId: 'project-1' }),
      );
    expect(of(9)).toMatchObject({
      amount: 21_000,
      warning: 'The project price covers only 11 more specimens. The normal price applies.',
    });
    expect(of(19)).toMatchObject({
      warning: 'The project price covers only 1 more specimen. The normal price applies.',
    });
    expect(of(30)).toMatchObject({ warning: 'The project price is used up. The normal price applies.' });
  });

  it('ignores other projects, other protocols and unapproved agreements', () => {
    const projectPrices = [
      agreed({ projectId: 'project-2' }),
      agreed({ protocolId: 'protocol-2' }),
      agreed({ approvedAt: null, approvedById: null }),
      agreed({ deleted: true }),
    ];
    expect(priceFor({ prices, projectPrices }, question({ projectId: 'project-1' }))).toMatchObject({
      amount: 21_000,
      warning: null,
    });
  });

  it('holds from its first to its last day', () => {
    const old = buildPrice({ amount: 30_000, effectiveFrom: '2025-01-01', effectiveTo: '2026-06-30' });
    const now = buildPrice({ amount: 31_000, effectiveFrom: '2026-07-01' });
    const on = (day: string) => priceFor({ prices: [old, now], projectPrices: [] }, question({ day }));
    expect(on('2024-12-31')).toEqual({ problem: NO_PRICE });
    expect(on('2025-01-01')).toMatchObject({ amount: 30_000 });
    expect(on('2026-06-30')).toMatchObject({ amount: 30_000 });
    expect(on('2026-07-01')).toMatchObject({ amount: 31_000 });
  });

  it('is the later of two agreements that hold', () => {
    const newer = buildPrice({ amount: 24_000, effectiveFrom: '2026-09-01' });
    expect(priceFor({ prices: [newer, one], projectPrices: [] }, question())).toMatchObject({
      amount: 24_000,
    });
  });

  it('is missing without a list price', () => {
    const otherProtocolPrice = buildPrice({ protocolId: 'protocol-2' });
    expect(priceFor({ prices: [otherProtocolPrice], projectPrices: [] }, question())).toEqual({
      problem: NO_PRICE,
    });
  });

  it('does not depend on the order in which the prices are read', () => {
    const rows = fc.array(
      fc.record({
        amount: fc.integer({ min: 0, max: 100_000 }),
        minQuantity: fc.integer({ min: 1, max: 100 }),
        companyType: fc.constantFrom(null, 'UNIVERSITY' as const, 'CLINIC' as const),
        effectiveFrom: fc.constantFrom('2026-01-01', '2026-05-01', '2027-01-01'),
        effectiveTo: fc.constantFrom(null, '2026-10-01'),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 120 }), (drawnPrices, count) => {
        const list = drawnPrices.map((row) => buildPrice(row));
        const priceQuestion = question({ count });
        const priceForCount = priceFor({ prices: list, projectPrices: [] }, priceQuestion);
        expect(priceFor({ prices: [...list].reverse(), projectPrices: [] }, priceQuestion)).toEqual(
          priceForCount,
        );
      }),
    );
  });
});
