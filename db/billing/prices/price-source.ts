import type { FoundPrice } from './price-for.ts';

/** The label for the source of a price, for customers. */
export const PRICE_SOURCE: Record<FoundPrice['source'], string> = {
  PROJECT: 'Price agreed for your project',
  COMPANY_TYPE: 'Price for your organization type',
  STANDARD: 'Standard price',
};
