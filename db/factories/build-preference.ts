import { type Preference, preference } from '#db/identity/preference.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a staff member's preference: no progress emails. */
export const buildPreference = (overrides: Partial<Preference> = {}): Preference =>
  buildRow(
    preference,
    {
      id: `preference-${nextNumber('preference')}`,
      userId: 'user-tech',
      emailUpdateFrequency: 'NONE',
      orderCompleteEmail: true,
    },
    overrides,
  );
