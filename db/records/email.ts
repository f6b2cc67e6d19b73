import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '../entity.ts';
import { instant, int, json, requiredText, text } from '../values/field-types.ts';
import { EmailKind } from './email-kind.ts';
import { EmailStatus } from './email-status.ts';

/** An email in the outbox: written in the transaction of its cause, delivered afterwards, kept as proof. */
export const email = defineEntity({
  name: 'Email',
  table: 'email',
  schema: z.object({
    ...tenantFields,
    kind: EmailKind,
    to: requiredText,
    subject: requiredText,
    text: z.string().max(100_000),
    html: z.string().max(200_000),
    /** The subject of the email, for example `{ targetType, targetId }`. */
    data: json,
    status: EmailStatus,
    attempts: int,
    nextAttemptAt: instant,
    lastError: text.nullable(),
    sentAt: instant.nullable(),
  }),
  create: [],
  update: [],
  list: { sort: ['createdAt', 'kind', 'to'], filter: ['kind', 'status'], search: ['to', 'subject'] },
  indexes: ['to'],
  replica: null,
});
export type Email = Row<typeof email>;
