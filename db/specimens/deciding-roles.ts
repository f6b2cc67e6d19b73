import { isOneOf, type Role } from '#db/access/roles.ts';
import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';

const ALL_DECISIONS = ['ADMIN', 'DEVELOPER'] as const satisfies readonly Role[];
const CUSTOMER_SERVICE = ['CS_MANAGER', 'CS_REP'] as const satisfies readonly Role[];

/**
 * Roles that set a specimen aside: lab and project managers and customer service; quarantine also a lab tech
 * (domain 4.2).
 */
export const MAY_HOLD: readonly Role[] = [
  'LAB_MANAGER',
  'PROJECT_MANAGER',
  ...CUSTOMER_SERVICE,
  ...ALL_DECISIONS,
];
export const MAY_QUARANTINE: readonly Role[] = [...MAY_HOLD, 'LAB_TECH'];
/** Roles that lift a quarantine and that proceed at risk. */
export const MAY_LIFT_QUARANTINE: readonly Role[] = [
  'LAB_MANAGER',
  'LAB_CLINICAL_DIRECTOR',
  'LAB_RESEARCH_DIRECTOR',
  ...ALL_DECISIONS,
];
/** Roles that declare the information complete. */
export const MAY_COMPLETE_INFO: readonly Role[] = [
  'LAB_MANAGER',
  'LAB_CLINICAL_DIRECTOR',
  'LAB_RESEARCH_DIRECTOR',
  'PROJECT_MANAGER',
  ...CUSTOMER_SERVICE,
  ...ALL_DECISIONS,
];
/** Roles that release specimens that wait for a full run. */
export const MAY_RELEASE_TO_BATCH: readonly Role[] = ['LAB_MANAGER', 'PROJECT_MANAGER', ...ALL_DECISIONS];
/** Roles that arrange a replacement or cancel the work. */
export const MAY_ARRANGE: readonly Role[] = [...MAY_COMPLETE_INFO];

/** Roles that stop the work on a specimen that failed. */
export const MAY_STOP: readonly Role[] = ['PROJECT_MANAGER', ...MAY_LIFT_QUARANTINE];
/** Roles that restart a specimen from its first stage. */
export const MAY_RESTART: readonly Role[] = [...MAY_RELEASE_TO_BATCH];

/**
 * Roles that release results to the customer: the managers of the lab and of its projects, and the directors.
 */
export const MAY_RELEASE_RESULTS: readonly Role[] = ['PROJECT_MANAGER', ...MAY_LIFT_QUARANTINE];
/** Roles that recall released results (domain 4.2). */
export const MAY_RECALL_RESULTS: readonly Role[] = [
  'LAB_CLINICAL_DIRECTOR',
  'LAB_RESEARCH_DIRECTOR',
  'PROJECT_MANAGER',
  ...ALL_DECISIONS,
];
/** Return the roles of the director who approves the results of a specimen. */
export const mayApproveResults = (clinical: boolean): readonly Role[] => [
  clinical ? 'LAB_CLINICAL_DIRECTOR' : 'LAB_RESEARCH_DIRECTOR',
  ...ALL_DECISIONS,
];

/** Refuse a role that is not in the list. */
export function assertRole(role: Role, allowed: readonly Role[]): void {
  if (!isOneOf(role, allowed)) throw refuse('FORBIDDEN', MESSAGES.forbidden);
}

/** Return the trimmed reason, or refuse an empty one. */
export function requiredReason(reason: string | null): string {
  const trimmedReason = reason?.trim() ?? '';
  if (trimmedReason === '') throw refuse('REASON_REQUIRED', MESSAGES.reasonRequired);
  return trimmedReason;
}
