import { z } from 'zod';
import { Role } from '#db/access/roles.ts';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { instant, longText, ref, requiredText } from '#db/values/field-types.ts';

/** Signature types of the specification. */
const SIGNATURE_TYPES = ['SIGNED', 'REVIEWED'] as const;
export const SignatureType = z.enum(SIGNATURE_TYPES);
export type SignatureType = z.infer<typeof SignatureType>;

/** The server's result of the proof check. */
const SIGNATURE_VERIFICATIONS = ['PENDING', 'OK', 'FAILED'] as const;
const SignatureVerification = z.enum(SIGNATURE_VERIFICATIONS);

/** A person's signature on a record: printed name, role, time, meaning and the hash of what was signed. */
export const signature = defineEntity({
  name: 'Signature',
  table: 'signature',
  schema: z.object({
    ...tenantFields,
    type: SignatureType,
    userId: ref,
    printedName: requiredText,
    /** The role in which the person signed; null on signatures from before roles were stored. */
    role: Role.nullable(),
    meaning: requiredText,
    targetType: requiredText,
    targetId: ref,
    contentHash: z.string().regex(/^[0-9a-f]{64}$/),
    occurredAt: instant,
    syncedAt: instant.nullable(),
    deviceId: ref.nullable(),
    verified: SignatureVerification,
    signatureProof: longText.nullable(),
    /** Binds name, role, meaning, type and time to the signed record (`write-signature.ts`). */
    signatureHash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable(),
  }),
  indexes: ['targetId'],
  replica: {
    embedded: [
      {
        collection: 'assigned-sections',
        as: 'signatures',
        parentKey: 'targetId',
        when: { field: 'targetType', in: ['AssignedSection'] },
      },
      {
        collection: 'orders',
        as: 'signatures',
        parentKey: 'targetId',
        when: { field: 'targetType', in: ['AccessionGroup'] },
      },
      {
        collection: 'batches',
        as: 'signatures',
        parentKey: 'targetId',
        when: { field: 'targetType', in: ['Batch'] },
      },
    ],
  },
  appendOnly: true,
});
export type Signature = Row<typeof signature>;
