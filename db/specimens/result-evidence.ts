import { z } from 'zod';
import { s3File } from '#db/records/s3-file.ts';
import { sample } from '#db/samples/sample.ts';
import { specimen } from './specimen.ts';

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
