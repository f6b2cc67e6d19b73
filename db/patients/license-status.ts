import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import type { Lifecycle } from '#db/values/lifecycle.ts';
import type { StatusDisplay } from '#db/values/tone.ts';

/** How far the check of a clinician's license has come (specification 4). */
export const LICENSE_STATUSES = ['PENDING_VERIFICATION', 'VERIFIED', 'ERROR', 'EXPIRED'] as const;
export const LicenseStatus = z.enum(LICENSE_STATUSES);
export type LicenseStatus = z.infer<typeof LicenseStatus>;

/** How each status is worded, ordered and toned. */
export const LICENSE_STATUS: Record<LicenseStatus, StatusDisplay> = {
  PENDING_VERIFICATION: { label: 'Pending verification', rank: 0, tone: 'warning' },
  VERIFIED: { label: 'Verified', rank: 1, tone: 'good' },
  ERROR: { label: 'Error', rank: 2, tone: 'bad' },
  EXPIRED: { label: 'Expired', rank: 3, tone: 'bad' },
};

/** Domain 4.6: what may follow what. */
export const LICENSE_LIFECYCLE: Lifecycle<LicenseStatus> = {
  PENDING_VERIFICATION: ['VERIFIED', 'ERROR'],
  VERIFIED: ['EXPIRED', 'PENDING_VERIFICATION'],
  ERROR: ['PENDING_VERIFICATION'],
  EXPIRED: ['PENDING_VERIFICATION'],
};

const WHY_NOT: Record<LicenseStatus, string> = {
  PENDING_VERIFICATION: 'This license waits to be verified already.',
  VERIFIED: 'This license is verified already. If it changed, edit it and it is checked again.',
  ERROR: 'This license was sent back. It has to be corrected first.',
  EXPIRED: 'This license has expired. It has to be renewed first.',
};

/** Refuses a step that the table does not list; says what to do instead. */
export function assertLicenseStep(from: LicenseStatus, to: LicenseStatus): void {
  if (!LICENSE_LIFECYCLE[from].includes(to)) throw refuse('TRANSITION_NOT_ALLOWED', WHY_NOT[from]);
}
