import { z } from 'zod';
import { s3File } from '#db/records/files/s3-file.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { Id } from '#db/values/id.ts';
import { Reason } from '#db/values/reason.ts';
import { SequencedSample } from './sequenced-sample.ts';

/** A file that the customer gets with the results, as a reviewer opens it. */
export const EvidenceFile = s3File.schema
  .pick({ id: true, title: true, size: true, fileType: true, subType: true, createdAt: true })
  .extend({
    /** Whether it is a report, which a director approves for clinical work. */
    report: z.boolean(),
  });
export type EvidenceFile = z.infer<typeof EvidenceFile>;

/** The fields of a sample that show how its work went. */
export const EvidenceSample = sample.schema.pick({
  id: true,
  barcode: true,
  stage: true,
  status: true,
  failureReason: true,
  flaggedForReview: true,
});
export type EvidenceSample = z.infer<typeof EvidenceSample>;

/**
 * The evidence for the results of a specimen: the patient as far as the reader may see it, its samples and
 * its files.
 */
export const ResultEvidence = specimen.schema
  .pick({
    requisitionNumber: true,
    patientMrn: true,
    patientId: true,
    collectedAt: true,
  })
  .extend({ samples: z.array(EvidenceSample), files: z.array(EvidenceFile) });
export type ResultEvidence = z.infer<typeof ResultEvidence>;

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
    /** What the sequencing gave for its samples; empty before it was imported. */
    sequenced: z.array(SequencedSample),
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

/** The specimens of one order whose results an operation changes; an order has 960 at most (domain 6.3). */
export const ResultsSelection = z.strictObject({
  orderId: Id,
  specimenIds: z.array(Id).min(1, 'Choose at least one specimen.').max(960),
});

/** The comment is internal: why the results are valid although samples failed. */
export const ReleaseRequest = ResultsSelection.extend({ comment: Reason.nullable().default(null) });

/** The step after a recall: the report is corrected, or the work is repeated. */
export const RecallFor = z.enum(['CORRECTED_REPORT', 'REPEATED_WORK']);
export type RecallFor = z.infer<typeof RecallFor>;

/** Released results to recall, and why. */
export const RecallRequest = ResultsSelection.extend({ recallFor: RecallFor, reason: Reason });

/** A download of results by a person of the customer. */
const ResultDownload = z.object({
  id: Id,
  occurredAt: z.string(),
  personName: z.string(),
  email: z.string(),
  file: z.string(),
  /** The specimen of the file; null for a file of the whole order. */
  specimenName: z.string().nullable(),
  /** Whether the downloaded results are recalled. */
  recalled: z.boolean(),
});

/** `GET /api/internal/results/downloads`, out. */
export const ResultDownloads = z.object({ rows: z.array(ResultDownload) });
