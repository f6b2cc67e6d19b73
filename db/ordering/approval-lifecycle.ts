import { assertListed, type Lifecycle } from '#db/values/lifecycle.ts';
import { APPROVAL_STATUS, type ApprovalStatus } from './approval-status.ts';

/** The allowed transitions: every decision is final; a new submission opens new approvals. */
export const APPROVAL_LIFECYCLE: Lifecycle<ApprovalStatus> = {
  OPEN: ['APPROVED', 'RETURNED', 'DECLINED', 'WITHDRAWN'],
  APPROVED: [],
  RETURNED: [],
  DECLINED: [],
  WITHDRAWN: [],
};

/** Refuse a change of an approval's status that the table does not list. */
export const assertApprovalTransition = (from: ApprovalStatus, to: ApprovalStatus): void =>
  assertListed(APPROVAL_LIFECYCLE, APPROVAL_STATUS, from, to);
