import type { ClinicianLicense } from './clinician-license.ts';

/** May a clinician with these licenses be the ordering physician on that day? A Non-Licensed Provider never is. */
export const mayOrder = (
  licenses: readonly Pick<ClinicianLicense, 'status' | 'designation' | 'expiresOn' | 'deleted'>[],
  day: string,
): boolean =>
  licenses.some(
    ({ status, designation, expiresOn, deleted }) =>
      !deleted && status === 'VERIFIED' && designation !== 'NON_LICENSED_PROVIDER' && expiresOn >= day,
  );
