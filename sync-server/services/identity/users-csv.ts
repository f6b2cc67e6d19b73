import { ROLE_LABELS } from '#db/access/role-labels.ts';
import type { ShownMembership } from '#db/identity/shown-user.ts';
import { csvOf } from '#db/values/csv.ts';

const HEADER = [
  'name',
  'email',
  'phone',
  'role',
  'company',
  'status',
  'last_login',
  'invited_at',
  'invited_by',
];

/** The list of people as a CSV file: one membership a line, times in UTC. */
export const usersCsv = (rows: readonly ShownMembership[]): string =>
  csvOf([
    HEADER,
    ...rows.map((row) => [
      row.name,
      row.email,
      row.phone ?? '',
      ROLE_LABELS[row.role].verbose,
      row.companyName,
      row.status,
      row.lastLogin ?? '',
      row.invitedAt ?? '',
      row.invitedBy ?? '',
    ]),
  ]);
