import { may } from '#db/access/grants.ts';
import { hasPermission } from '#db/access/permissions.ts';
import { isOneOf, type Role, STAFF_ROLES } from '#db/access/roles.ts';

/** The current user; the route derives it from the session. */
export interface PeopleViewer {
  role: Role;
  permissions: readonly string[];
}

/** True when the user may invite, resend and withdraw; the server checks again. */
export const mayInvite = ({ role, permissions }: PeopleViewer): boolean =>
  may(role, 'users:create') && hasPermission(permissions, 'USERS_EDIT');

/** True when the user sees members of several organizations. */
export const seesCompanies = ({ role }: PeopleViewer): boolean => isOneOf(role, STAFF_ROLES);
