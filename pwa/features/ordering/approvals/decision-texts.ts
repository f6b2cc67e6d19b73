import type { ApprovalStatus } from '#db/ordering/approval-status.ts';

export const AVAILABLE_DECISIONS = ['APPROVED', 'RETURNED', 'DECLINED'] as const satisfies ApprovalStatus[];
export type Decision = (typeof AVAILABLE_DECISIONS)[number];

/** Label and explanation of each decision. */
export const DECISION_TEXTS: Record<
  Decision,
  { label: string; explanation: string; done: string; danger?: boolean }
> = {
  APPROVED: {
    label: 'Approve',
    explanation: 'The order goes on to the lab once nothing else waits for an approval.',
    done: 'Approved',
  },
  RETURNED: {
    label: 'Return',
    explanation:
      'The order becomes a draft again. Its people read the reason, correct it and submit it again.',
    done: 'Returned',
  },
  DECLINED: {
    label: 'Decline',
    explanation: 'The order and all its specimens are canceled. This cannot be undone.',
    done: 'Declined',
    danger: true,
  },
};
