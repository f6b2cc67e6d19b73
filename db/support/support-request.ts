import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { instant, longText, ref, requiredText, text } from '#db/values/field-types.ts';
import { SupportRequestStatus } from './support-request-status.ts';
import { SupportSubject } from './support-subject.ts';

/** A message to the lab, and its outcome. */
export const supportRequest = defineEntity({
  name: 'SupportRequest',
  table: 'support_request',
  schema: z.object({
    ...tenantFields,
    /** Used by both sides, for instance `SR-4FX9KD`. */
    reference: requiredText,
    subject: SupportSubject,
    about: text.nullable(),
    message: longText,
    status: SupportRequestStatus,
    userId: ref,
    companyId: ref,
    /** The lab's outcome; null while the request is open. */
    outcome: longText.nullable(),
    closedAt: instant.nullable(),
    closedById: ref.nullable(),
  }),
  create: [],
  update: [],
  list: {
    sort: ['createdAt', 'subject', 'status', 'closedAt'],
    filter: ['status', 'subject'],
    search: ['reference', 'about', 'message'],
  },
  indexes: ['userId'],
  replica: null,
});
export type SupportRequest = Row<typeof supportRequest>;
