import type { ApprovalStatus } from '#db/ordering/approval-status.ts';

export const DECISIONS_OFFERED = ['APPROVED', 'RETURNED', 'DECLINED'] as const satisfies ApprovalStatus[];
export type Decision = (typeof DECISIONS_OFFERED)[number];

/** How each decision is offered and explained. */
export const DECISION_WORDS: Record<
  Decision,
  { label: string; explains: string; done: string; danger?: boolean }
> = {
  APPROVED: {
    label: 'Approve',
    explains: 'The order goes on to the lab once nothing else waits for an approval.',
    done: 'Approved',
  },
  RETURNED: {
    label: 'Return',
    explains: 'The order becomes a draft again. Its people read the reason, correct it and submit it again.',
    done: 'Returned',
  },
  DECLINED: {
    label: 'Decline',
    explains: 'The order and all its specimens are canceled. This cannot be undone.',
    done: 'Declined',
    danger: true,
  },
};
