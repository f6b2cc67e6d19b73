import { expect, test } from 'vitest';
import { missingParts } from '#db/ordering/orders/order-address.ts';
import { AddressForm } from '#db/organizations/company-form.ts';
import { addressFormat } from '#db/values/address-format.ts';

const place = { line1: '1 Way', city: 'Town' };

test('an address needs the parts that its country has', () => {
  expect(missingParts({ ...place, country: 'US' })).toEqual(['state', 'postalCode']);
  expect(missingParts({ ...place, country: 'DE' })).toEqual(['postalCode']);
  expect(missingParts({ ...place, country: 'HK' })).toEqual([]);
  expect(missingParts({ ...place, country: 'ZM' })).toEqual([]);
});

test('an address of an organization is saved without the parts that its country has not', () => {
  const form = { ...place, kind: 'BILLING', state: '', postalCode: '' };
  expect(AddressForm.safeParse({ ...form, country: 'HK' }).success).toBe(true);
  expect(AddressForm.safeParse({ ...form, country: 'GB' }).error?.issues).toMatchObject([
    { path: ['postalCode'], message: 'Postcode is required' },
  ]);
});

test('a country names its parts', () => {
  expect(addressFormat('CA').state?.label).toBe('Province');
  expect(addressFormat('US').postalCode?.label).toBe('ZIP code');
});
