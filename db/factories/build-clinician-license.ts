import { type ClinicianLicense, clinicianLicense } from '#db/patients/clinician-license.ts';
import { buildRow, nextNumber } from './build-row.ts';

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
