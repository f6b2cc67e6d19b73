import { z } from 'zod';
import { describeField } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';
import { oneLine, orEmpty } from '#db/values/one-line.ts';
import { hasKnownState, SELECT_A_STATE, UNKNOWN_STATE } from '#db/values/us-state.ts';
import { CLINICIAN_DESIGNATION, ClinicianDesignation } from './clinician-license.ts';

/** Prefix that the check digit of a National Provider Identifier includes: health, United States. */
const PREFIX = '80840';

/** Check the last digit against the others (Luhn). */
function fitsLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** Check whether a text is a National Provider Identifier: ten digits with a valid check digit. */
export const isNpi = (text: string): boolean => /^[12]\d{9}$/.test(text) && fitsLuhn(PREFIX + text);

/** A National Provider Identifier. */
const Npi = z
  .string()
  .trim()
  .regex(/^\d{10}$/, 'An NPI has 10 digits.')
  .refine(isNpi, 'This is no NPI. Check the digits.');

const day = (message: string) => z.iso.date(message);

/** A license as a person enters it. */
export const LicenseForm = z.strictObject({
  designation: describeField(ClinicianDesignation, {
    label: 'Designation',
    message: 'Designation is required',
    choices: CLINICIAN_DESIGNATION,
  }),
  licenseNumber: describeField(
    orEmpty(oneLine('', 60).transform((text) => text.toUpperCase())).default(null),
    { label: 'License number', input: 'code' },
  ),
  state: describeField(
    z
      .string()
      .trim()
      .toUpperCase()
      .refine((state) => hasKnownState({ country: 'US', state }), UNKNOWN_STATE.message),
    { label: 'State', message: 'State is required', placeholder: SELECT_A_STATE },
  ),
  npi: describeField(orEmpty(Npi).default(null), {
    label: 'NPI',
    hint: 'Lets the registry check it',
    input: 'digits',
  }),
  issuedOn: orEmpty(day('Enter a date.')).default(null),
  expiresOn: day('Enter the date on which it expires.'),
  fileId: orEmpty(Id).default(null),
});
export type LicenseForm = z.infer<typeof LicenseForm>;

/** Find the first problem of an entered license, as field and sentence; null when there is none. */
export function licenseProblem(
  { designation, licenseNumber, issuedOn, expiresOn }: LicenseForm,
  today: string,
): { path: keyof LicenseForm; message: string } | null {
  if (designation === 'NON_LICENSED_PROVIDER' && licenseNumber !== null)
    return {
      path: 'licenseNumber',
      message: 'A Non-Licensed Provider has no license number. Leave it empty.',
    };
  if (designation !== 'NON_LICENSED_PROVIDER' && licenseNumber === null)
    return { path: 'licenseNumber', message: 'License number is required' };
  if (issuedOn !== null && issuedOn > today)
    return { path: 'issuedOn', message: 'The date of issue is in the future. Check the date.' };
  if (issuedOn !== null && issuedOn >= expiresOn)
    return {
      path: 'expiresOn',
      message: 'The expiration date is before the date of issue. Check both dates.',
    };
  if (expiresOn < today)
    return { path: 'expiresOn', message: 'The license has expired. Enter the renewed license.' };
  return null;
}

/** Fields that verification covers: a change of one needs a new verification. */
export const CHECKED_FIELDS = [
  'designation',
  'licenseNumber',
  'state',
  'npi',
  'expiresOn',
] as const satisfies (keyof LicenseForm)[];
