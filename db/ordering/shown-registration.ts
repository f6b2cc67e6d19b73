import { z } from 'zod';
import { ApprovalKind } from './approval-kind.ts';

/** What confirming the specimens of an anticipated order comes to, in cents, as it is shown before. */
export const ShownRegistration = z.object({
  projectedCount: z.number(),
  registeredCount: z.number(),
  totalBefore: z.number(),
  /** Sent back as `seenTotal` with the confirmation. */
  total: z.number(),
  /** Does the sponsor of a campaign pay it? */
  sponsored: z.boolean(),
  /** Who has to agree before the order goes to the lab. */
  approvals: z.array(ApprovalKind),
  /** What has to be put right first. */
  problems: z.array(z.object({ field: z.string(), message: z.string() })),
});
export type ShownRegistration = z.infer<typeof ShownRegistration>;
