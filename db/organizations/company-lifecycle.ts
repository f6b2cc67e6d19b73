import { refuse } from '#db/errors/app-error.ts';
import type { Lifecycle } from '#db/values/lifecycle.ts';
import type { CompanyStatus } from './company.ts';
import type { CompanyVerificationStatus } from './company-verification-status.ts';

/** Domain 4.6: an active company may order; a company on hold may not. */
export const COMPANY_STATUS_LIFECYCLE: Lifecycle<CompanyStatus> = {
  ACTIVE: ['ON_HOLD'],
  ON_HOLD: ['ACTIVE'],
};

/** Domain 4.6: the steps of verification; an approved company may be verified again. */
export const COMPANY_VERIFICATION_LIFECYCLE: Lifecycle<CompanyVerificationStatus> = {
  NOT_APPLICABLE: ['PENDING'],
  PENDING: ['APPROVED', 'REJECTED'],
  APPROVED: ['PENDING'],
  REJECTED: ['PENDING'],
};

const WHY_NOT: Record<CompanyVerificationStatus, string> = {
  NOT_APPLICABLE: 'Verification was not requested. Request verification first.',
  PENDING: 'Verification is already pending.',
  APPROVED: 'The organization is already verified. Request verification again to have it checked.',
  REJECTED: 'The verification was rejected. Submit the organization again first.',
};

/** Refuse a verification step that the lifecycle does not list; the error names the step to take instead. */
export function assertVerificationStep(from: CompanyVerificationStatus, to: CompanyVerificationStatus): void {
  if (!COMPANY_VERIFICATION_LIFECYCLE[from].includes(to))
    throw refuse('TRANSITION_NOT_ALLOWED', WHY_NOT[from]);
}

/** Refuse to hold a company that is on hold and to release one that is not. */
export function assertStatusStep(from: CompanyStatus, to: CompanyStatus): void {
  if (COMPANY_STATUS_LIFECYCLE[from].includes(to)) return;
  const text =
    to === 'ON_HOLD'
      ? 'The organization is already on hold. Release it first to give another reason.'
      : 'The organization is not on hold.';
  throw refuse('TRANSITION_NOT_ALLOWED', text);
}
