import type { ClinicianDesignation } from '#db/patients/clinician-designation.ts';

/** A license as a registry is asked about it. */
export interface LicenseQuery {
  npi: string | null;
  designation: ClinicianDesignation;
  licenseNumber: string | null;
  state: string;
  firstName: string;
  lastName: string;
}

/** What a registry says: it is right, it is not, or a person has to look. */
export interface RegistryFinding {
  verdict: 'RIGHT' | 'WRONG' | 'REVIEW';
  /** What the reviewer and the clinician read. */
  message: string;
}

/** A registry that is away says so by throwing this; it is asked again later and nothing is decided. */
export class RegistryUnavailable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RegistryAway';
  }
}

/** Looks licenses up. `asks` is false where there is nothing to ask and reviewers do it all. */
export interface LicenseRegistry {
  name: string;
  isConnected: boolean;
  checkLicense(license: LicenseQuery): Promise<RegistryFinding>;
}
