import { OrderAddress } from '#db/ordering/orders/order-address.ts';

/** An address as form values. */
export type AddressEntries = Record<keyof OrderAddress, string>;

const EMPTY: AddressEntries = {
  attention: '',
  line1: '',
  line2: '',
  city: '',
  state: '',
  postalCode: '',
  country: 'US',
  phone: '',
};

/** Convert an address of an order to form values; unknown parts are empty. */
export function addressEntries(address: unknown): AddressEntries {
  const known = OrderAddress.safeParse(address ?? {}).data;
  if (!known) return EMPTY;
  const { attention, line1, line2, city, state, postalCode, country, phone } = known;
  return {
    attention: attention ?? '',
    line1: line1 ?? '',
    line2: line2 ?? '',
    city: city ?? '',
    state: state ?? '',
    postalCode: postalCode ?? '',
    country,
    phone: phone ?? '',
  };
}

/** Report whether any part but the country is filled in. */
export const isWritten = ({ country: _country, ...rest }: AddressEntries): boolean =>
  Object.values(rest).some((part) => part.trim() !== '');

/** Parse a number of a form; an empty field means no change. */
export const wholeNumber = (text: string): number | undefined =>
  text.trim() === '' ? undefined : Number(text);

/** Format an address on one line. */
export function addressLine(address: unknown): string {
  const { country, attention: _attention, phone: _phone, ...rest } = addressEntries(address);
  const parts = [rest.line1, rest.line2, rest.city, `${rest.state} ${rest.postalCode}`.trim()];
  const filledParts = parts.filter((part) => part !== '');
  return filledParts.length === 0 ? '' : [...filledParts, country].join(', ');
}
