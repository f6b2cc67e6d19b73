import { z } from 'zod';
import { ApprovalKind } from './approval-kind.ts';

/**
 * The result of confirming the specimens of an anticipated order, in cents, shown before the confirmation.
 */
export const ShownRegistration = z.object({
  projectedCount: z.number(),
  registeredCount: z.number(),
  totalBefore: z.number(),
  /** Sent back as `seenTotal` with the confirmation. */
  total: z.number(),
  /** Whether the sponsor of a campaign pays. */
  sponsored: z.boolean(),
  /** The approvals that the order needs before it goes to the lab. */
  approvals: z.array(ApprovalKind),
  /** The problems to fix first. */
  problems: z.array(z.object({ field: z.string(), message: z.string() })),
});
export type ShownRegistration = z.infer<typeof ShownRegistration>;
