import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { refuse } from '#db/errors/app-error.ts';
import { date, instant, int, longText, ref, requiredText, text } from '#db/values/field-types.ts';
import type { Lifecycle } from '#db/values/lifecycle.ts';
import type { StatusDisplay } from '#db/values/tone.ts';

/** The training of a clinician (specification 3). */
const CLINICIAN_DESIGNATIONS = [
  'DOCTOR_OF_CHIROPRACTIC',
  'MEDICAL_DOCTOR',
  'DOCTOR_OF_OSTEOPATHIC_MEDICINE',
  'NATUROPATHIC_DOCTOR',
  'DOCTOR_OF_DENTISTRY',
  'DOCTOR_OF_OPTOMETRY',
  'DOCTOR_OF_ORIENTAL_MEDICINE',
  'ACUPUNCTURIST',
  'PHYSICIAN_ASSISTANT',
  'NURSE_PRACTITIONER',
  'PHARMACIST',
  'PSYCHOLOGIST',
  'SOCIAL_WORKER',
  'THERAPIST',
  'CLINICAL_NUTRITIONIST',
  'REGISTERED_DIETICIAN',
  'NON_LICENSED_PROVIDER',
] as const;
export const ClinicianDesignation = z.enum(CLINICIAN_DESIGNATIONS);
export type ClinicianDesignation = z.infer<typeof ClinicianDesignation>;

/** The screen text of each designation. */
export const CLINICIAN_DESIGNATION: Record<ClinicianDesignation, string> = {
  DOCTOR_OF_CHIROPRACTIC: 'Doctor of Chiropractic',
  MEDICAL_DOCTOR: 'Medical Doctor',
  DOCTOR_OF_OSTEOPATHIC_MEDICINE: 'Doctor of Osteopathic Medicine',
  NATUROPATHIC_DOCTOR: 'Naturopathic Doctor',
  DOCTOR_OF_DENTISTRY: 'Doctor of Dentistry',
  DOCTOR_OF_OPTOMETRY: 'Doctor of Optometry',
  DOCTOR_OF_ORIENTAL_MEDICINE: 'Doctor of Oriental Medicine',
  ACUPUNCTURIST: 'Acupuncturist',
  PHYSICIAN_ASSISTANT: 'Physician Assistant',
  NURSE_PRACTITIONER: 'Nurse Practitioner',
  PHARMACIST: 'Pharmacist',
  PSYCHOLOGIST: 'Psychologist',
  SOCIAL_WORKER: 'Social Worker',
  THERAPIST: 'Therapist',
  CLINICAL_NUTRITIONIST: 'Clinical Nutritionist',
  REGISTERED_DIETICIAN: 'Registered Dietician',
  NON_LICENSED_PROVIDER: 'Non-Licensed Provider',
};

/** The state of a clinician license's verification (specification 4). */
export const LICENSE_STATUSES = ['PENDING_VERIFICATION', 'VERIFIED', 'ERROR', 'EXPIRED'] as const;
export const LicenseStatus = z.enum(LICENSE_STATUSES);
export type LicenseStatus = z.infer<typeof LicenseStatus>;

/** The screen text, order and tone of each status. */
export const LICENSE_STATUS: Record<LicenseStatus, StatusDisplay> = {
  PENDING_VERIFICATION: { label: 'Pending verification', rank: 0, tone: 'warning' },
  VERIFIED: { label: 'Verified', rank: 1, tone: 'good' },
  ERROR: { label: 'Error', rank: 2, tone: 'bad' },
  EXPIRED: { label: 'Expired', rank: 3, tone: 'bad' },
};

/** Domain 4.6: the allowed steps between statuses. */
const LICENSE_LIFECYCLE: Lifecycle<LicenseStatus> = {
  PENDING_VERIFICATION: ['VERIFIED', 'ERROR'],
  VERIFIED: ['EXPIRED', 'PENDING_VERIFICATION'],
  ERROR: ['PENDING_VERIFICATION'],
  EXPIRED: ['PENDING_VERIFICATION'],
};

const WHY_NOT: Record<LicenseStatus, string> = {
  PENDING_VERIFICATION: 'This license is already awaiting verification.',
  VERIFIED: 'This license is verified already. If it changed, edit it and it is checked again.',
  ERROR: 'This license was sent back. It has to be corrected first.',
  EXPIRED: 'This license has expired. It has to be renewed first.',
};

/** Refuse a step that the lifecycle does not list; the error names the step to take instead. */
export function assertLicenseStep(from: LicenseStatus, to: LicenseStatus): void {
  if (!LICENSE_LIFECYCLE[from].includes(to)) throw refuse('TRANSITION_NOT_ALLOWED', WHY_NOT[from]);
}

/** A clinician's license to practice, and the result of its verification. */
export const clinicianLicense = defineEntity({
  name: 'ClinicianLicense',
  table: 'clinician_license',
  schema: z.object({
    ...tenantFields,
    userId: ref,
    designation: ClinicianDesignation,
    /** Null for a Non-Licensed Provider only. */
    licenseNumber: text.nullable(),
    state: requiredText,
    npi: text.nullable(),
    issuedOn: date.nullable(),
    expiresOn: date,
    status: LicenseStatus,
    verifiedAt: instant.nullable(),
    /** Null while the license is not verified, and when the registry verified it. */
    verifiedById: ref.nullable(),
    /** Message of the reviewer or the registry. */
    verificationMessage: longText.nullable(),
    fileId: ref.nullable(),
    /** When the registry was last asked about the current state of the license. */
    registryAskedAt: instant.nullable(),
    /** The last reminder before expiry that was sent, in days before expiry (60, 30 or 7). */
    remindedDays: int.nullable(),
  }),
  list: {
    sort: ['expiresOn', 'state', 'designation', 'status', 'createdAt', 'updatedAt'],
    filter: ['status', 'designation', 'state', 'userId'],
    search: ['licenseNumber', 'npi'],
  },
  indexes: ['userId', 'licenseNumber'],
  replica: null,
});
export type ClinicianLicense = Row<typeof clinicianLicense>;

/**
 * Check whether a clinician with these licenses may be the ordering physician on a day. A Non-Licensed
 * Provider never may.
 */
export const mayOrder = (
  licenses: readonly Pick<ClinicianLicense, 'status' | 'designation' | 'expiresOn' | 'deleted'>[],
  day: string,
): boolean =>
  licenses.some(
    ({ status, designation, expiresOn, deleted }) =>
      !deleted && status === 'VERIFIED' && designation !== 'NON_LICENSED_PROVIDER' && expiresOn >= day,
  );
