import { z } from 'zod';
import { pageOf } from '#db/api/page-of.ts';
import { HistoryEntry } from '#db/organizations/shown-company.ts';
import { ClinicianDesignation, LicenseStatus } from './clinician-license.ts';

/** A license with its owner, as lists show it. */
export const ListedLicense = z.object({
  id: z.string(),
  version: z.number(),
  userId: z.string(),
  clinician: z.string(),
  email: z.string(),
  /** The companies in which the person is a clinician. */
  companies: z.array(z.string()),
  designation: ClinicianDesignation,
  licenseNumber: z.string().nullable(),
  state: z.string(),
  npi: z.string().nullable(),
  issuedOn: z.string().nullable(),
  expiresOn: z.string(),
  status: LicenseStatus,
  verifiedAt: z.string().nullable(),
  /** Who verified the license; null while it is not verified, and when the registry verified it. */
  verifiedBy: z.string().nullable(),
  verificationMessage: z.string().nullable(),
  registryAskedAt: z.string().nullable(),
  fileId: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ListedLicense = z.infer<typeof ListedLicense>;

/** A page of licenses. */
export const LicensePage = pageOf(ListedLicense);
export type LicensePage = z.infer<typeof LicensePage>;

/** One license with its history. */
export const ShownLicense = ListedLicense.extend({ history: z.array(HistoryEntry) });
export type ShownLicense = z.infer<typeof ShownLicense>;

/** A clinician for whom a license can be entered. */
export const ListedClinician = z.object({ userId: z.string(), name: z.string(), email: z.string() });
export type ListedClinician = z.infer<typeof ListedClinician>;
