import { z } from 'zod';
import { EmailAddress } from '#db/values/email-address.ts';
import { date } from '#db/values/field-types.ts';
import { oneLine, orEmpty } from '#db/values/one-line.ts';
import { Phone } from '#db/values/phone.ts';
import { SexAtBirth } from './sex-at-birth.ts';

/** How a medical record number may be written; the manifest of an order names patients by it. */
const MedicalRecordNumber = oneLine('Medical record number is required', 60);

/** What is entered of a patient. */
export const PatientForm = z.strictObject({
  firstName: oneLine('First name is required'),
  lastName: oneLine('Last name is required'),
  dob: date,
  medicalRecordNumber: MedicalRecordNumber,
  sexAtBirth: SexAtBirth.nullable().default(null),
  email: orEmpty(EmailAddress).default(null),
  phone: orEmpty(Phone).default(null),
});
export type PatientForm = z.infer<typeof PatientForm>;

/** Nobody lived before; a date before it is a slip of the finger. */
const EARLIEST = '1880-01-01';

/** What is wrong with a form that its fields alone do not show; null when nothing is. */
export function patientProblem({ dob }: Pick<PatientForm, 'dob'>, today: string): string | null {
  if (dob > today) return 'The date of birth is in the future.';
  return dob < EARLIEST ? 'Check the year of birth.' : null;
}

/** What a patient is told apart by: who corrects one of these says why. */
const IDENTIFYING = ['firstName', 'lastName', 'dob', 'medicalRecordNumber'] as const;

type Identifying = Pick<PatientForm, (typeof IDENTIFYING)[number]>;

/** Does this form change by what the patient is told apart? */
export const changesIdentity = (row: Identifying, form: Identifying): boolean =>
  IDENTIFYING.some((field) => row[field] !== form[field]);
