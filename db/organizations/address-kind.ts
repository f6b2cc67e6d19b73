import { z } from 'zod';

/** The purpose of an address. */
export const ADDRESS_KINDS = ['BILLING', 'SHIPPING', 'SITE'] as const;
export const AddressKind = z.enum(ADDRESS_KINDS);
export type AddressKind = z.infer<typeof AddressKind>;

/** The screen text of each kind. */
export const ADDRESS_KIND: Record<AddressKind, string> = {
  BILLING: 'Billing',
  SHIPPING: 'Shipping',
  SITE: 'Site',
};
