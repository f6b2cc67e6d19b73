import { ROLE_LABELS, roleLabel } from '#db/access/role-labels.ts';
import { ROLES } from '#db/access/roles.ts';
import { MEMBERSHIP_STATUS } from '#db/identity/membership-status.ts';
import { MEMBERSHIP_STATUSES, type ShownMembership } from '#db/identity/shown-user.ts';
import { formatDate } from '#pwa/format/dates.ts';
import type { Column } from '#pwa/ui/list/column.ts';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';
import { type PeopleViewer, seesCompanies } from './people-viewer.ts';
import { PersonCell } from './person-cell.tsx';

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
    cell: ({ lastLogin }) => (lastLogin ? formatDate(lastLogin, 'shortAtTime') : 'Never'),
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
