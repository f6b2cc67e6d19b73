import type { ListViewDefinition } from '#db/api/list-counts.ts';
import { MEMBERSHIP_STATUS, type MembershipStatus } from './shown-user.ts';

const byStatus = (id: string, status: MembershipStatus): ListViewDefinition => ({
  id,
  label: MEMBERSHIP_STATUS[status].label,
  filters: { status: [status] },
});

/** The views of the list of users. */
export const USER_VIEWS: readonly ListViewDefinition[] = [
  { id: 'all', label: 'All', filters: {} },
  byStatus('active', 'ACTIVE'),
  byStatus('invited', 'INVITED'),
  byStatus('deactivated', 'DEACTIVATED'),
];
