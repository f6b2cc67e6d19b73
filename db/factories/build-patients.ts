import { type ClinicianLicense, clinicianLicense } from '#db/patients/clinician-license.ts';
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

/** Build a license that waits to be verified. */
export const buildClinicianLicense = (overrides: Partial<ClinicianLicense> = {}): ClinicianLicense =>
  buildRow(
    clinicianLicense,
    {
      id: `license-${nextNumber('license')}`,
      userId: 'user-clinician',
      designation: 'MEDICAL_DOCTOR',
      licenseNumber: 'MD-204518',
      state: 'MA',
      npi: '1234567893',
      expiresOn: '2027-06-30',
      status: 'PENDING_VERIFICATION',
    },
    overrides,
  );
