import { COMPANY_TYPES, type CompanyType } from '#db/organizations/company-type.ts';
import { type PriceRow, priceFor } from './price-for.ts';

/** From how many specimens on each of them costs how much. */
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
  /** How few and how many specimens an order of the service may have. */
  minSpecimens?: number;
  maxSpecimens?: number | null;
}

/**
 * The prices that a kind of company really pays on a day, by rising number of specimens: each place where the answer of
 * `priceFor` changes, within what one order may have.
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

/** The least that one specimen can cost now: for one kind of company, or for whichever pays least. */
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
