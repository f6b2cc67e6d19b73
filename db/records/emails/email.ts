import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { instant, int, json, requiredText, text } from '#db/values/field-types.ts';
import type { StatusDisplay } from '#db/values/tone.ts';
import { EmailKind } from './email-kind.ts';

/** The delivery status of an email. */
export const EMAIL_STATUSES = ['QUEUED', 'SENT', 'FAILED'] as const;
const EmailStatus = z.enum(EMAIL_STATUSES);
type EmailStatus = z.infer<typeof EmailStatus>;

/** The screen text, order and tone of each status. */
export const EMAIL_STATUS: Record<EmailStatus, StatusDisplay> = {
  QUEUED: { label: 'Queued', rank: 0, tone: 'quiet' },
  SENT: { label: 'Sent', rank: 1, tone: 'good' },
  FAILED: { label: 'Failed', rank: 2, tone: 'bad' },
};

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
  list: { sort: ['createdAt', 'kind', 'to'], filter: ['kind', 'status'], search: ['to', 'subject'] },
  indexes: ['to'],
  replica: null,
});
export type Email = Row<typeof email>;
