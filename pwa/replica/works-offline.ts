import { hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';

/** Roles whose work is carried by a replica; everybody else works online. Kept apart so that asking loads no database. */
export const worksOffline = (role: Role): boolean =>
  hasCapability(role, 'loadBenchReplica') ||
  hasCapability(role, 'loadProjectReplica') ||
  hasCapability(role, 'loadServiceReplica');
