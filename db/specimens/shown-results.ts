import { z } from 'zod';
import { EvidenceFile, ResultEvidence } from './result-evidence.ts';
import { specimen } from './specimen.ts';

/** How the results of a specimen stand, for whoever approves, releases or recalls them. */
export const ShownResult = specimen.schema
  .pick({
    id: true,
    julianId: true,
    customerSampleId: true,
    status: true,
    completedAt: true,
    resultsReleasedAt: true,
    isDataDownloaded: true,
    directorApprovedAt: true,
  })
  .extend({
    /** Did a director approve what the customer would get now? */
    approved: z.boolean(),
    approvedByName: z.string().nullable(),
    /** Were they released before and taken back? */
    recalled: z.boolean(),
    /** How many of its samples failed beside those that succeeded: releasing asks for a comment. */
    failedSamples: z.int(),
    /** What keeps a director from approving them; null where approval is past. */
    approvalProblems: z.array(z.string()).nullable(),
    /** What keeps them from being released; null where they are released. */
    releaseProblems: z.array(z.string()).nullable(),
    /** What they are judged by; null where it was not asked for. */
    evidence: ResultEvidence.nullable(),
  });
export type ShownResult = z.infer<typeof ShownResult>;

/** `GET /api/internal/results`, out: the specimens of an order whose results are due or released. */
export const ShownResults = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  clinical: z.boolean(),
  /** Closed orders are not worked on any more: what is wrong in them is corrected, or done in a rework order. */
  closed: z.boolean(),
  rows: z.array(ShownResult),
  /** Files of the whole order that the customer gets; none where the evidence was not asked for. */
  orderFiles: z.array(EvidenceFile),
});
export type ShownResults = z.infer<typeof ShownResults>;
