import { may } from '#db/access/grants.ts';
import { hasPermission } from '#db/access/permissions.ts';
import { ROLE_LABELS, roleLabel } from '#db/access/role-labels.ts';
import { isOneOf, ROLES, type Role, STAFF_ROLES } from '#db/access/roles.ts';
import { MEMBERSHIP_STATUS, MEMBERSHIP_STATUSES, type ShownMembership } from '#db/identity/shown-user.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { Avatar } from '#pwa/ui/avatar.tsx';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { Time } from '#pwa/ui/time.tsx';

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

/** Name of an invited user without an account: the email address. */
export const displayName = ({
  name,
  email,
  status,
}: Pick<ShownMembership, 'name' | 'email' | 'status'>): string =>
  status === 'INVITED' && name.includes('@') ? email : name;

/** A user in a list: picture, name and email address. */
function PersonCell({ person }: { person: ShownMembership }) {
  const name = displayName(person);
  return (
    <span className="flex min-w-0 items-center gap-3 py-1">
      <Avatar name={name} email={person.email} />
      <span className="min-w-0">
        <span className="block break-words">{name}</span>
        {name !== person.email && (
          <span className="block break-all font-normal text-ink-soft text-sm">{person.email}</span>
        )}
      </span>
    </span>
  );
}

const person: Column<ShownMembership> = {
  id: 'name',
  header: 'Person',
  cell: (row) => <PersonCell person={row} />,
  sortable: true,
};
const roleOf = (viewer: PeopleViewer): Column<ShownMembership> => ({
  id: 'role',
  header: 'Role',
  cell: ({ role }) => roleLabel(role, viewer.role),
  sortable: true,
});
const company: Column<ShownMembership> = {
  id: 'companyName',
  header: 'Organization',
  cell: ({ companyName }) => companyName,
  sortable: true,
};

/** The columns of the list of users. */
export const peopleColumns = (viewer: PeopleViewer): readonly Column<ShownMembership>[] => [
  person,
  roleOf(viewer),
  ...(seesCompanies(viewer) ? [company] : []),
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusBadge display={MEMBERSHIP_STATUS[status]} />,
    sortable: true,
  },
  {
    id: 'lastLogin',
    header: 'Last sign-in',
    cell: ({ lastLogin }) => <Time value={lastLogin} none="Never" />,
    sortable: true,
  },
];

/** The columns of the list of invitations; the page passes the actions. */
export const invitationColumns = (
  viewer: PeopleViewer,
  actions: Column<ShownMembership>['cell'] | null,
): readonly Column<ShownMembership>[] => [
  person,
  roleOf(viewer),
  ...(seesCompanies(viewer) ? [company] : []),
  {
    id: 'invitedAt',
    header: 'Invited',
    cell: ({ invitedAt, invitedBy }) =>
      [formatDate(invitedAt, 'shortAtTime'), invitedBy && `by ${invitedBy}`].filter(Boolean).join(' '),
    sortable: true,
  },
  ...(actions ? [{ id: 'actions', header: 'Invitation', cell: actions }] : []),
];

/** The filters of the list, with their options. */
export const STATUS_OPTIONS = MEMBERSHIP_STATUSES.map((value) => ({
  value,
  label: MEMBERSHIP_STATUS[value].label,
}));
export const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: ROLE_LABELS[value].verbose })).sort(
  (a, b) => a.label.localeCompare(b.label),
);
