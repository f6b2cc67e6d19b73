import type { CompanyType } from '#db/organizations/company-type.ts';
import type { Transaction } from '#db/transaction.ts';
import { price } from './price.ts';
import { fromAmount } from './price-tiers.ts';

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
