import { z } from 'zod';
import { BatchStatus } from '#db/batches/batch.ts';
import { Pin } from '#db/identity/pin-forms.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { AuthorChoice, VersionAuthor, VersionSignature } from '#db/protocols/versions/sign-version.ts';
import { ContentHash } from '#db/protocols/versions/version-rules.ts';
import { date, instant, int, ref, text } from '#db/values/field-types.ts';
import { ContentProblem } from './check-procedure.ts';
import { DraftSection } from './procedure-content.ts';
import { StoredProcedureFile } from './procedure-file.ts';

/** A version of a procedure in the list of its versions. */
const ProcedureVersion = procedure.schema
  .pick({ id: true, procedureVersion: true, status: true, submittedAt: true, activatedAt: true })
  .extend({ effectiveFrom: date.nullable(), changeSummary: procedure.schema.shape.changeSummary });

/** A version of a procedure with its content, and with what depends on it. */
export const ShownProcedure = z.object({
  procedure: procedure.schema,
  sections: z.array(DraftSection),
  /** The symbols of units and the names of inventory types that the fields refer to. */
  names: z.record(ref, text),
  /** The SOP file; null without one. */
  document: StoredProcedureFile.nullable(),
  /** For a version in preparation: what an author sends back when saving, and who saved last. */
  draft: z.object({ version: int, savedById: ref, savedByName: text, savedAt: instant }).nullable(),
  /** What keeps a draft from being submitted, each with its place; none once it is approved. */
  problems: z.array(ContentProblem),
  /** The hash that a director signs. */
  contentHash: z.string(),
  authors: z.array(VersionAuthor),
  /** Whom an author of a draft may add; none for everybody else. */
  authorChoices: z.array(AuthorChoice),
  versions: z.array(ProcedureVersion),
  signatures: z.array(VersionSignature),
  /** The approved flows that use any version of this procedure. */
  flows: z.array(
    z.object({
      id: ref,
      name: text,
      flowVersion: int,
      procedureId: ref,
      /** Whether it is clinical with this version: the clinical director updates it. */
      clinical: z.boolean(),
      /** The specimens that may follow its version with this one. */
      queuedSpecimens: int,
    }),
  ),
  /** The batches of this version that are not completed. */
  openBatches: z.array(z.object({ id: ref, julianId: text, status: BatchStatus })),
  /** The samples in the queue that wait for this version. */
  queuedSamples: int,
});
export type ShownProcedure = z.infer<typeof ShownProcedure>;

/** The decision of a director who approves a version: what was read, from when it counts, and the PIN. */
export const ProcedureSignOff = z.strictObject({
  procedureId: ref,
  contentHash: ContentHash,
  effectiveFrom: date.nullable(),
  /** The flows that use the new version from its first day. */
  updateFlowIds: z.array(ref).max(200),
  /** Whether queued specimens follow these flows. */
  takesQueuedSpecimens: z.boolean().default(false),
  pin: Pin,
});
