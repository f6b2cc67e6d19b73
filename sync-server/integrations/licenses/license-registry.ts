import type { ClinicianDesignation } from '#db/patients/clinician-license.ts';

/** A license as sent to a registry check. */
export interface LicenseQuery {
  npi: string | null;
  designation: ClinicianDesignation;
  licenseNumber: string | null;
  state: string;
  firstName: string;
  lastName: string;
}

/** The result of a check: valid, invalid, or to be reviewed by a person. */
export interface RegistryFinding {
  verdict: 'RIGHT' | 'WRONG' | 'REVIEW';
  /** Text for the reviewer and the clinician. */
  message: string;
}

/** Thrown when a registry is unavailable; the check is repeated later and nothing is decided. */
export class RegistryUnavailable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RegistryAway';
  }
}

/** Checks licenses. `asks` is false where no registry exists and reviewers check everything. */
export interface LicenseRegistry {
  name: string;
  isConnected: boolean;
  checkLicense(license: LicenseQuery): Promise<RegistryFinding>;
}

/** The built-in default: reviewers look up every license themselves. */
export const manualReview: LicenseRegistry = {
  name: 'Manual review',
  isConnected: false,
  checkLicense: async () => ({ verdict: 'REVIEW', message: 'A reviewer looks it up.' }),
};
