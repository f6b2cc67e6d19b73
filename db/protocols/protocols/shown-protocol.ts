import { z } from 'zod';
import { Pin } from '#db/identity/pin-forms.ts';
import { service } from '#db/ordering/services/service.ts';
import { flow, protocolFlow } from '#db/protocols/flow.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { AuthorChoice, VersionAuthor, VersionSignature } from '#db/protocols/versions/sign-version.ts';
import { ContentHash } from '#db/protocols/versions/version-rules.ts';
import { date, int, ref } from '#db/values/field-types.ts';

/** A version of a protocol with the rules of its flows, its service, and what depends on it. */
export const ShownProtocol = z.object({
  protocol: protocol.schema,
  routes: z.array(
    z.object({
      rule: protocolFlow.schema,
      flow: flow.schema.pick({
        id: true,
        name: true,
        code: true,
        flowVersion: true,
        status: true,
        submittedAt: true,
        activatedAt: true,
        effectiveFrom: true,
        samplePreparationProcedureId: true,
        extractionProcedureId: true,
        libraryPreparationProcedureId: true,
        sequencingProcedureId: true,
      }),
    }),
  ),
  /** What keeps a version in preparation from being submitted. */
  problems: z.array(z.string()),
  /** The hash that the approving person signs. */
  contentHash: z.string(),
  authors: z.array(VersionAuthor),
  /** Whom an author of a draft may add; none for everybody else. */
  authorChoices: z.array(AuthorChoice),
  versions: z.array(
    protocol.schema.pick({
      id: true,
      protocolVersion: true,
      status: true,
      submittedAt: true,
      activatedAt: true,
      effectiveFrom: true,
    }),
  ),
  signatures: z.array(VersionSignature),
  service: service.schema.pick({ id: true, name: true, status: true }).nullable(),
  /** Whether the version has a price today, or takes one over. */
  priced: z.boolean(),
  /** The orders of this version that are neither drafts nor ended, and their open specimens. */
  openOrders: int,
  openSpecimens: int,
});
export type ShownProtocol = z.infer<typeof ShownProtocol>;

/** The decision of the person who approves a protocol: what was read, from when it counts, and the PIN. */
export const ProtocolApproval = z.strictObject({
  protocolId: ref,
  contentHash: ContentHash,
  effectiveFrom: date.nullable(),
  pin: Pin,
});
