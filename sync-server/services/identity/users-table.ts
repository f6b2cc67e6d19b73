import { roleLabel } from '#db/access/role-labels.ts';
import type { Role } from '#db/access/roles.ts';
import { MEMBERSHIP_STATUS } from '#db/identity/membership-status.ts';
import type { ShownMembership } from '#db/identity/shown-user.ts';
import type { TableCell } from '#db/values/csv.ts';
import { formatPhone } from '#db/values/phone.ts';
import { clockText } from '#db/values/wall-clock.ts';

const HEADERS = [
  'Name',
  'Email',
  'Phone',
  'Role',
  'Organization',
  'Status',
  'Last sign-in',
  'Invited',
  'Invited by',
];

/** Build the user list as a table: one membership per line, in the reader's terms and the lab's time zone. */
export function usersTable(
  rows: readonly ShownMembership[],
  { reader, zone }: { reader: Role; zone: string },
): TableCell[][] {
  const momentOf = (instant: string | null): string => (instant === null ? '' : clockText(instant, zone));
  return [
    HEADERS,
    ...rows.map((row) => [
      row.name,
      row.email,
      row.phone ? formatPhone(row.phone) : '',
      roleLabel(row.role, reader),
      row.companyName,
      MEMBERSHIP_STATUS[row.status].label,
      momentOf(row.lastLogin),
      momentOf(row.invitedAt),
      row.invitedBy ?? '',
    ]),
  ];
}
