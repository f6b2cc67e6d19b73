import { BENCH_ROLES, CLINICAL_ROLES, isOneOf, ROLES, type Role } from './roles.ts';
import type { SiteVariant } from './session.ts';

const LIST: Record<SiteVariant, readonly Role[]> = {
  'lab-services': ROLES.filter((role) => !isOneOf(role, CLINICAL_ROLES)),
  clinical: ROLES.filter((role) => !isOneOf(role, BENCH_ROLES)),
};

/**
 * Return the roles that exist on a site: 17 without the clinical ones, or 15 without those of the bench
 * (decision D7).
 */
export const assignableRoles = (variant: SiteVariant): readonly Role[] => LIST[variant];
