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

/** Reports whether an address names a state that its country has; a missing one and other countries are not looked up. */
export const hasKnownState = ({ country, state }: { country: string; state: string | null }): boolean =>
  country !== 'US' || !state || UsState.safeParse(state).success;

/** The problem of an address whose state is none of the United States. */
export const UNKNOWN_STATE = {
  path: ['state'],
  message: 'Enter the two letters of the state, for example MA.',
};

/** What a form shows while no state is chosen. */
export const SELECT_A_STATE = 'Select a state';
