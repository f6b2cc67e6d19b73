import { hasCapability } from '#db/access/capabilities.ts';
import { may } from '#db/access/grants.ts';
import type { Role } from '#db/access/roles.ts';

/**
 * Check whether results of clinical work await this role. The server uses it for their list and the home page
 * to show that list.
 */
export const approvesClinicalResults = (role: Role): boolean =>
  may(role, 'internal/results:update') && hasCapability(role, 'approveClinicalResults');
