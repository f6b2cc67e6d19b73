import type { Address } from './address.ts';

/** An address on one line, as the history and lists show it. */
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
