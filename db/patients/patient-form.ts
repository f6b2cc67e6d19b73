import { z } from 'zod';
import { EmailAddress } from '#db/values/email-address.ts';
import { date, describeField } from '#db/values/field-types.ts';
import { oneLine, orEmpty } from '#db/values/one-line.ts';
import { Phone } from '#db/values/phone.ts';
import { SEX_AT_BIRTH, SexAtBirth } from './patient.ts';

/** The format of a medical record number; the manifest of an order identifies patients by it. */
const MedicalRecordNumber = oneLine('Medical record number is required', 60);

/** The data that a person enters about a patient. */
export const PatientForm = z.strictObject({
  firstName: oneLine('First name is required'),
  lastName: oneLine('Last name is required'),
  dob: describeField(date, { label: 'Date of birth', message: 'Date of birth is required' }),
  medicalRecordNumber: describeField(MedicalRecordNumber, { label: 'Medical record number', input: 'code' }),
  sexAtBirth: describeField(SexAtBirth.nullable().default(null), {
    label: 'Sex at birth',
    choices: SEX_AT_BIRTH,
    placeholder: 'Not known',
  }),
  email: describeField(orEmpty(EmailAddress).default(null), { label: 'Email', input: 'email' }),
  phone: describeField(orEmpty(Phone).default(null), { label: 'Phone', input: 'phone' }),
});
export type PatientForm = z.infer<typeof PatientForm>;

/** The earliest accepted date of birth; anything earlier is a typing error. */
const EARLIEST = '1880-01-01';

/** Find a problem that no field shows by itself; null when there is none. */
export function patientProblem({ dob }: Pick<PatientForm, 'dob'>, today: string): string | null {
  if (dob > today) return 'The date of birth is in the future.';
  return dob < EARLIEST ? 'Check the year of birth.' : null;
}

/** Fields that identify a patient: a correction of one needs a reason. */
const IDENTIFYING = ['firstName', 'lastName', 'dob', 'medicalRecordNumber'] as const;

type Identifying = Pick<PatientForm, (typeof IDENTIFYING)[number]>;

/** Check whether the form changes an identifying field. */
export const changesIdentity = (row: Identifying, form: Identifying): boolean =>
  IDENTIFYING.some((field) => row[field] !== form[field]);
