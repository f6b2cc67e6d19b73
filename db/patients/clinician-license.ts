import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { date, instant, int, longText, ref, requiredText, text } from '#db/values/field-types.ts';
import { ClinicianDesignation } from './clinician-designation.ts';
import { LicenseStatus } from './license-status.ts';

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
  create: ['userId', 'designation', 'licenseNumber', 'state', 'npi', 'issuedOn', 'expiresOn', 'fileId'],
  update: ['designation', 'licenseNumber', 'state', 'npi', 'issuedOn', 'expiresOn', 'fileId'],
  list: {
    sort: ['expiresOn', 'state', 'designation', 'status', 'createdAt', 'updatedAt'],
    filter: ['status', 'designation', 'state', 'userId'],
    search: ['licenseNumber', 'npi'],
  },
  indexes: ['userId', 'licenseNumber'],
  replica: null,
});
export type ClinicianLicense = Row<typeof clinicianLicense>;
