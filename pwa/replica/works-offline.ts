import { BENCH_ROLES, isOneOf, type Role } from '#db/access/roles.ts';

/** Roles whose work is carried by a replica; everybody else works online. Kept apart so that asking loads no database. */
export const worksOffline = (role: Role): boolean =>
  isOneOf(role, [...BENCH_ROLES, 'ADMIN', 'DEVELOPER', 'PROJECT_MANAGER', 'CS_MANAGER', 'CS_REP']);
