import type { FoundPrice } from './price-for.ts';

/** Where a price comes from, as customers read it. */
export const PRICE_SOURCE: Record<FoundPrice['source'], string> = {
  PROJECT: 'Price agreed for your project',
  COMPANY_TYPE: 'Price for your kind of organization',
  STANDARD: 'Standard price',
};
