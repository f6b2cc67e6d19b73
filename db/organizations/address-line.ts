import type { Address } from './address.ts';

/** Format an address on one line, for the history and lists. */
export const addressLine = ({
  attention,
  line1,
  line2,
  city,
  state,
  postalCode,
  country,
}: Pick<Address, 'attention' | 'line1' | 'line2' | 'city' | 'state' | 'postalCode' | 'country'>): string =>
  [attention, line1, line2, city, `${state} ${postalCode}`, country].filter((part) => part).join(', ');
