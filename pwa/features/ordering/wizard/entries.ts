import { OrderAddress } from '#db/ordering/order-address.ts';

/** An address as a form holds it. */
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

/** An address of an order as its form holds it; what is not known is empty. */
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

/** Is anything but the country written in it? */
export const isWritten = ({ country: _country, ...rest }: AddressEntries): boolean =>
  Object.values(rest).some((part) => part.trim() !== '');

/** A number of a form; an empty field is left as it was. */
export const wholeNumber = (text: string): number | undefined =>
  text.trim() === '' ? undefined : Number(text);

/** An address on one line. */
export function addressLine(address: unknown): string {
  const { country, attention: _attention, phone: _phone, ...rest } = addressEntries(address);
  const parts = [rest.line1, rest.line2, rest.city, `${rest.state} ${rest.postalCode}`.trim()];
  const filledParts = parts.filter((part) => part !== '');
  return filledParts.length === 0 ? '' : [...filledParts, country].join(', ');
}
