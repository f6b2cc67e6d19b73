import { type Address, address } from '#db/organizations/address.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a shipping address. */
export const buildAddress = (overrides: Partial<Address> = {}): Address =>
  buildRow(
    address,
    {
      id: `address-${nextNumber('address')}`,
      kind: 'SHIPPING',
      line1: '12 Harbor Street',
      city: 'Portland',
      state: 'OR',
      postalCode: '97201',
      country: 'US',
      isDefault: true,
    },
    overrides,
  );
