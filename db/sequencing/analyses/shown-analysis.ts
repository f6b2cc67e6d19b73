import { z } from 'zod';
import { Pin } from '#db/identity/pin-forms.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { VersionAuthor, VersionSignature } from '#db/protocols/versions/sign-version.ts';
import { ContentHash } from '#db/protocols/versions/version-rules.ts';
import { int, ref, text } from '#db/values/field-types.ts';
import { analysisRun } from '../analysis-runs/analysis-run.ts';
import { analysis } from './analysis.ts';

/** How many of its newest runs the page of an analysis shows. */
export const SHOWN_RUNS = 100;

const RunOfAnalysis = analysisRun.schema
  .pick({ id: true, status: true, attempt: true, createdAt: true, endedAt: true, message: true })
  .extend({ batchResultId: ref, sampleBarcode: text });

/** One version of an analysis with everything that its page shows. */
export const ShownAnalysis = z.object({
  analysis: analysis.schema,
  contentHash: ContentHash,
  authors: z.array(VersionAuthor),
  validatedBy: text.nullable(),
  signatures: z.array(VersionSignature),
  versions: z.array(
    analysis.schema.pick({ id: true, analysisVersion: true, status: true, submittedAt: true }),
  ),
  /** The protocols that name any version of it; they use the newest live one. */
  protocols: z.array(
    protocol.schema.pick({ id: true, name: true, code: true, protocolVersion: true, status: true }),
  ),
  validationFiles: int,
  runs: z.array(RunOfAnalysis),
});
export type ShownAnalysis = z.infer<typeof ShownAnalysis>;

/** The decision of the person who approves a version: what was read, and the PIN. */
export const AnalysisApproval = z.strictObject({ analysisId: ref, contentHash: ContentHash, pin: Pin });
