import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { date, instant, int, longText, ref, requiredText, text } from '#db/values/field-types.ts';
import { ClinicianDesignation } from './clinician-designation.ts';
import { LicenseStatus } from './license-status.ts';

/** A clinician's license to practise, and what its check has found. */
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
    /** Null while it is not verified, and when the registry has done it. */
    verifiedById: ref.nullable(),
    /** What the reviewer or the registry says. */
    verificationMessage: longText.nullable(),
    fileId: ref.nullable(),
    /** When the registry was last asked about it as it is now. */
    registryAskedAt: instant.nullable(),
    /** Of the reminders before it expires (60, 30, 7 days), the last that was sent. */
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
