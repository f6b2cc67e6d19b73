import { type Patient, patient } from '#db/patients/patient.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a patient of a clinic without a parent company. */
export function buildPatient(overrides: Partial<Patient> = {}): Patient {
  const number = nextNumber('patient');
  return buildRow(
    patient,
    {
      id: `patient-${number}`,
      firstName: 'Ana',
      lastName: 'Silva',
      dob: '1980-04-12',
      medicalRecordNumber: `MRN${100_000 + number}`,
      originalCompanyId: 'company-1',
    },
    overrides,
  );
}
