/** What an approver may decide. */
export const DECISIONS = ['APPROVED', 'RETURNED', 'DECLINED'] as const;
