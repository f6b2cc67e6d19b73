import { BENCH_ROLES, isOneOf, type Role } from '#db/access/roles.ts';

/**
 * Roles whose work a replica holds; all others work online. In a separate module, so that the check loads no
 * database.
 */
export const worksOffline = (role: Role): boolean =>
  isOneOf(role, [...BENCH_ROLES, 'ADMIN', 'DEVELOPER', 'PROJECT_MANAGER', 'CS_MANAGER', 'CS_REP']);
