import { assertListed, type Lifecycle } from '#db/values/lifecycle.ts';
import { APPROVAL_STATUS, type ApprovalStatus } from './approval-status.ts';

/** Every decision is final; an order that is submitted again opens its rules anew. */
export const APPROVAL_LIFECYCLE: Lifecycle<ApprovalStatus> = {
  OPEN: ['APPROVED', 'RETURNED', 'DECLINED', 'WITHDRAWN'],
  APPROVED: [],
  RETURNED: [],
  DECLINED: [],
  WITHDRAWN: [],
};

/** Refuses a change of an approval's status that the table does not list. */
export const assertApprovalTransition = (from: ApprovalStatus, to: ApprovalStatus): void =>
  assertListed(APPROVAL_LIFECYCLE, APPROVAL_STATUS, from, to);
