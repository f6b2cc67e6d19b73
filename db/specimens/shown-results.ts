import { z } from 'zod';
import { EvidenceFile, ResultEvidence } from './result-evidence.ts';
import { specimen } from './specimen.ts';

/** The state of a specimen's results, for people who approve, release or recall them. */
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
    /** Whether a director approved the files that the customer would get now. */
    approved: z.boolean(),
    approvedByName: z.string().nullable(),
    /** Whether they were released before and recalled. */
    recalled: z.boolean(),
    /** Number of failed samples beside successful ones: the release then needs a comment. */
    failedSamples: z.int(),
    /** What blocks a director's approval; null where approval is past. */
    approvalProblems: z.array(z.string()).nullable(),
    /** What blocks their release; null where they are released. */
    releaseProblems: z.array(z.string()).nullable(),
    /** The evidence for the results; null where it was not requested. */
    evidence: ResultEvidence.nullable(),
  });
export type ShownResult = z.infer<typeof ShownResult>;

/** `GET /api/internal/results`, out: the specimens of an order whose results are due or released. */
export const ShownResults = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  clinical: z.boolean(),
  /** Nobody works on closed orders any more: errors are corrected, or repeated in a rework order. */
  closed: z.boolean(),
  rows: z.array(ShownResult),
  /** Files of the whole order that the customer gets; empty where the evidence was not requested. */
  orderFiles: z.array(EvidenceFile),
});
export type ShownResults = z.infer<typeof ShownResults>;
