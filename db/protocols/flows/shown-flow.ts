import { z } from 'zod';
import { BatchType } from '#db/batches/batch.ts';
import { Pin } from '#db/identity/pin-forms.ts';
import { flow } from '#db/protocols/flow.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { AuthorChoice, VersionAuthor, VersionSignature } from '#db/protocols/versions/sign-version.ts';
import { ContentHash } from '#db/protocols/versions/version-rules.ts';
import { date, int, ref } from '#db/values/field-types.ts';

/** A stage of a flow with its procedure and that procedure's state of approval. */
const ShownSlot = z.object({
  batchType: BatchType,
  procedure: procedure.schema
    .pick({
      id: true,
      name: true,
      code: true,
      procedureVersion: true,
      status: true,
      clinical: true,
      submittedAt: true,
      activatedAt: true,
      effectiveFrom: true,
    })
    .nullable(),
});

/** A version of a flow with its procedures, and with what depends on it. */
export const ShownFlow = z.object({
  flow: flow.schema,
  slots: z.array(ShownSlot),
  /** Any of its procedures is clinical: the clinical director decides. */
  clinical: z.boolean(),
  /** What keeps a version in preparation from being approved. */
  problems: z.array(z.string()),
  /** The hash that the approving person signs. */
  contentHash: z.string(),
  authors: z.array(VersionAuthor),
  /** Whom an author of a draft may add; none for everybody else. */
  authorChoices: z.array(AuthorChoice),
  versions: z.array(
    flow.schema.pick({
      id: true,
      flowVersion: true,
      status: true,
      submittedAt: true,
      activatedAt: true,
      effectiveFrom: true,
    }),
  ),
  signatures: z.array(VersionSignature),
  protocols: z.array(
    protocol.schema.pick({ id: true, name: true, code: true, protocolVersion: true, status: true }),
  ),
  /** The samples in the queue whose specimens follow this version. */
  queuedSamples: int,
  /** The specimens that may follow this version in preparation when it replaces theirs. */
  queuedSpecimens: int,
});
export type ShownFlow = z.infer<typeof ShownFlow>;

/** The decision of the person who approves a flow: what was read, from when it counts, and the PIN. */
export const FlowApproval = z.strictObject({
  flowId: ref,
  contentHash: ContentHash,
  effectiveFrom: date.nullable(),
  /** Specimens that have not begun a changed stage follow the version too. */
  takesQueuedSpecimens: z.boolean().default(false),
  pin: Pin,
});
