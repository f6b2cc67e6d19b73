import { z } from 'zod';

/** What an address is for. */
export const ADDRESS_KINDS = ['BILLING', 'SHIPPING', 'SITE'] as const;
export const AddressKind = z.enum(ADDRESS_KINDS);
export type AddressKind = z.infer<typeof AddressKind>;

/** How each is worded on the screens. */
export const ADDRESS_KIND: Record<AddressKind, string> = {
  BILLING: 'Billing',
  SHIPPING: 'Shipping',
  SITE: 'Site',
};
