import { z } from 'zod';
import { s3File } from '#db/records/s3-file.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from './specimen.ts';

/** A file that the customer gets with the results, as whoever judges them opens it. */
export const EvidenceFile = s3File.schema
  .pick({ id: true, title: true, size: true, fileType: true, subType: true, createdAt: true })
  .extend({
    /** Is it a report, which is what a director approves of clinical work? */
    report: z.boolean(),
  });
export type EvidenceFile = z.infer<typeof EvidenceFile>;

/** What of a sample says how the work on it went. */
export const EvidenceSample = sample.schema.pick({
  id: true,
  barcode: true,
  stage: true,
  status: true,
  failureReason: true,
  flaggedForReview: true,
});
export type EvidenceSample = z.infer<typeof EvidenceSample>;

/** What the results of a specimen are judged by: whose they are, as far as the reader may see, its samples and its files. */
export const ResultEvidence = specimen.schema
  .pick({
    requisitionNumber: true,
    patientMrn: true,
    patientId: true,
    collectedAt: true,
  })
  .extend({ samples: z.array(EvidenceSample), files: z.array(EvidenceFile) });
export type ResultEvidence = z.infer<typeof ResultEvidence>;
