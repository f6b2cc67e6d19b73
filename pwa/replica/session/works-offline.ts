import { hasCapability } from '#db/access/capabilities.ts';
import type { Role } from '#db/access/roles.ts';

/**
 * Roles whose work a replica holds; all others work online. In a separate module, so that the check loads no
 * database.
 */
export const worksOffline = (role: Role): boolean =>
  hasCapability(role, 'loadBenchReplica') ||
  hasCapability(role, 'loadProjectReplica') ||
  hasCapability(role, 'loadServiceReplica');
