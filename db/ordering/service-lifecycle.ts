import { assertListed, type Lifecycle } from '#db/values/lifecycle.ts';
import { SERVICE_STATUS, type ServiceStatus } from './service-status.ts';

/**
 * The allowed transitions (domain 4.5). A service begins as NOT_A_SERVICE with its protocol and has no end.
 */
export const SERVICE_LIFECYCLE: Lifecycle<ServiceStatus> = {
  NOT_A_SERVICE: ['DRAFT'],
  DRAFT: ['LIVE', 'NOT_A_SERVICE'],
  LIVE: ['DRAFT'],
};

/** Refuse a change of a service's status that the table does not list. */
export const assertServiceTransition = (from: ServiceStatus, to: ServiceStatus): void =>
  assertListed(SERVICE_LIFECYCLE, SERVICE_STATUS, from, to);
