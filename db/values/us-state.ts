import { z } from 'zod';

/** The states of the US and the District of Columbia, as addresses write them. */
export const US_STATES = [
  'AL',
  'AK',
  'AZ',
  'AR',
  'CA',
  'CO',
  'CT',
  'DE',
  'DC',
  'FL',
  'GA',
  'HI',
  'ID',
  'IL',
  'IN',
  'IA',
  'KS',
  'KY',
  'LA',
  'ME',
  'MD',
  'MA',
  'MI',
  'MN',
  'MS',
  'MO',
  'MT',
  'NE',
  'NV',
  'NH',
  'NJ',
  'NM',
  'NY',
  'NC',
  'ND',
  'OH',
  'OK',
  'OR',
  'PA',
  'RI',
  'SC',
  'SD',
  'TN',
  'TX',
  'UT',
  'VT',
  'VA',
  'WA',
  'WV',
  'WI',
  'WY',
] as const;
export const UsState = z.enum(US_STATES);
export type UsState = z.infer<typeof UsState>;

/** Check whether the state of an address exists; missing states and other countries are not checked. */
export const hasKnownState = ({ country, state }: { country: string; state: string | null }): boolean =>
  country !== 'US' || !state || UsState.safeParse(state).success;

/** The problem of a US address with an unknown state. */
export const UNKNOWN_STATE = {
  path: ['state'],
  message: 'Enter the two letters of the state, for example MA.',
};

/** The placeholder while no state is chosen. */
export const SELECT_A_STATE = 'Select a state';
