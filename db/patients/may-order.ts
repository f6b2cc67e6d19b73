import type { ClinicianLicense } from './clinician-license.ts';

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
