import { COMPANY_TYPES, type CompanyType } from '#db/organizations/company-type.ts';
import type { Transaction } from '#db/transaction.ts';
import { price } from './price.ts';
import { type PriceRow, priceFor } from './price-for.ts';

/** The price tiers by minimum number of specimens. */
export interface PriceTier {
  minQuantity: number;
  amount: number;
  source: 'COMPANY_TYPE' | 'STANDARD';
  priceId: string;
}

interface TierQuestion {
  protocolId: string;
  companyType: CompanyType;
  day: string;
  /** The minimum and maximum number of specimens in an order of the service. */
  minSpecimens?: number;
  maxSpecimens?: number | null;
}

/**
 * Return the effective prices of a kind of company on a day, by rising number of specimens: each number where
 * the result of `priceFor` changes, within the limits of one order.
 */
export function priceTiers(prices: readonly PriceRow[], question: TierQuestion): PriceTier[] {
  const { protocolId, companyType, day, minSpecimens = 1, maxSpecimens = null } = question;
  const maxCount = maxSpecimens ?? Number.POSITIVE_INFINITY;
  const steps = [minSpecimens, ...prices.map(({ minQuantity }) => minQuantity)]
    .filter((count) => count >= minSpecimens && count <= maxCount)
    .sort((a, b) => a - b);
  const tiers: PriceTier[] = [];
  for (const count of new Set(steps)) {
    const foundPrice = priceFor(
      { prices, projectPrices: [] },
      { protocolId, projectId: null, companyType, count, day },
    );
    if ('problem' in foundPrice || foundPrice.source === 'PROJECT') continue;
    if (foundPrice.priceId === tiers.at(-1)?.priceId) continue;
    tiers.push({
      minQuantity: count,
      amount: foundPrice.amount,
      source: foundPrice.source,
      priceId: foundPrice.priceId,
    });
  }
  return tiers;
}

/** Return the lowest price of one specimen now: for one kind of company, or of all. */
export function fromAmount(
  prices: readonly PriceRow[],
  { companyType, ...question }: Omit<TierQuestion, 'companyType'> & { companyType: CompanyType | null },
): number | null {
  const types = companyType === null ? COMPANY_TYPES : [companyType];
  const amounts = types.flatMap((type) =>
    priceTiers(prices, { ...question, companyType: type }).map(({ amount }) => amount),
  );
  return amounts.length === 0 ? null : Math.min(...amounts);
}

/**
 * Return the lowest list price of one specimen of a protocol for a kind of company on a day; null without a
 * price.
 */
export async function lowestListPrice(
  tx: Transaction,
  protocolId: string,
  companyType: CompanyType,
  day: string,
): Promise<number | null> {
  const prices = await tx.find(price, { protocolId });
  return fromAmount(prices, { protocolId, companyType, day });
}
