import { hasCapability } from '#db/access/capabilities.ts';
import { may } from '#db/access/grants.ts';
import type { Role } from '#db/access/roles.ts';

/** Do results of clinical work wait for this role? Asked by the server for the list of them and by the home to show it. */
export const approvesClinicalResults = (role: Role): boolean =>
  may(role, 'internal/results:update') && hasCapability(role, 'approveClinicalResults');
