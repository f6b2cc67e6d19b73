import { may } from '#db/access/grants.ts';
import { hasPermission } from '#db/access/permissions.ts';
import { isOneOf, type Role, STAFF_ROLES } from '#db/access/roles.ts';

/** Who looks at people; the route tells it from the session. */
export interface PeopleViewer {
  role: Role;
  permissions: readonly string[];
}

/** May they invite, and so send again and withdraw? The server asks once more. */
export const mayInvite = ({ role, permissions }: PeopleViewer): boolean =>
  may(role, 'users:create') && hasPermission(permissions, 'USERS_EDIT');

/** Do they see people of several companies? */
export const seesCompanies = ({ role }: PeopleViewer): boolean => isOneOf(role, STAFF_ROLES);
