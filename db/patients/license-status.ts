import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import type { Lifecycle } from '#db/values/lifecycle.ts';
import type { StatusDisplay } from '#db/values/tone.ts';

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

/** Refuse a step that the lifecycle does not list; the error names the step to take instead. */
export function assertLicenseStep(from: LicenseStatus, to: LicenseStatus): void {
  if (!LICENSE_LIFECYCLE[from].includes(to)) throw refuse('TRANSITION_NOT_ALLOWED', WHY_NOT[from]);
}
