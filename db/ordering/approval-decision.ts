/** The possible decisions of an approver. */
export const DECISIONS = ['APPROVED', 'RETURNED', 'DECLINED'] as const;
