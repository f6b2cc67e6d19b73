import type { StatusDisplay } from '#db/values/tone.ts';
import type { MembershipStatus } from './shown-user.ts';

/** The label, order and tone of each membership status. */
export const MEMBERSHIP_STATUS: Record<MembershipStatus, StatusDisplay> = {
  ACTIVE: { label: 'Active', rank: 0, tone: 'good' },
  INVITED: { label: 'Invited', rank: 1, tone: 'active' },
  DEACTIVATED: { label: 'Deactivated', rank: 2, tone: 'quiet' },
};
