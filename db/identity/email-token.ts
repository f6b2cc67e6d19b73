import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { instant, ref, requiredText } from '#db/values/field-types.ts';
import { EmailTokenKind } from './email-token-kind.ts';

/** A link that was sent by e-mail. Only the hash of its secret is kept; it is good once, for one business entity. */
export const emailToken = defineEntity({
  name: 'EmailToken',
  table: 'email_token',
  schema: z.object({
    ...tenantFields,
    kind: EmailTokenKind,
    tokenHash: requiredText,
    userId: ref,
    userCompanyId: ref.nullable(),
    /** The address that it was sent to; a link dies when the person has another one by then. */
    email: requiredText,
    expiresAt: instant,
    usedAt: instant.nullable(),
    /** What a link of kind ORDER_APPROVAL decides: the approval. */
    targetId: ref.nullable(),
  }),
  create: [],
  update: [],
  list: { sort: ['expiresAt'], filter: ['kind', 'userId'], search: [] },
  indexes: ['tokenHash', 'userId', 'userCompanyId', 'targetId'],
  replica: null,
});
export type EmailToken = Row<typeof emailToken>;
