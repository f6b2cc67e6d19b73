import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { instant, ref, requiredText } from '#db/values/field-types.ts';

/** The purpose of a link in an email. */
const EMAIL_TOKEN_KINDS = [
  'EMAIL_SIGN_IN',
  'EMAIL_VERIFICATION',
  'PASSWORD_RESET',
  'INVITATION',
  'ORDER_APPROVAL',
] as const;
export const EmailTokenKind = z.enum(EMAIL_TOKEN_KINDS);
export type EmailTokenKind = z.infer<typeof EmailTokenKind>;

/**
 * A link that was sent by email. Only the hash of its secret is stored; it is valid once, for one business
 * entity.
 */
export const emailToken = defineEntity({
  name: 'EmailToken',
  table: 'email_token',
  schema: z.object({
    ...tenantFields,
    kind: EmailTokenKind,
    tokenHash: requiredText,
    userId: ref,
    userCompanyId: ref.nullable(),
    /** The address that it was sent to; a link becomes invalid when the person's address changes. */
    email: requiredText,
    expiresAt: instant,
    usedAt: instant.nullable(),
    /** The approval that a link of kind ORDER_APPROVAL decides. */
    targetId: ref.nullable(),
  }),
  indexes: ['tokenHash', 'userId', 'userCompanyId', 'targetId'],
  replica: null,
});
export type EmailToken = Row<typeof emailToken>;
