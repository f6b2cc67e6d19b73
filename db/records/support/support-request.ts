import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { instant, longText, ref, requiredText, text } from '#db/values/field-types.ts';
import { assertListed, type Lifecycle } from '#db/values/lifecycle.ts';
import { Reason } from '#db/values/reason.ts';
import type { StatusDisplay } from '#db/values/tone.ts';

/** The subject of a message to the lab. */
export const SUPPORT_SUBJECTS = ['ORDER', 'SHIPMENT', 'RESULTS', 'INVOICE', 'ACCOUNT', 'OTHER'] as const;
export const SupportSubject = z.enum(SUPPORT_SUBJECTS);
export type SupportSubject = z.infer<typeof SupportSubject>;

/** The screen text of each subject. */
export const SUPPORT_SUBJECT: Record<SupportSubject, string> = {
  ORDER: 'An order',
  SHIPMENT: 'A shipment',
  RESULTS: 'Results',
  INVOICE: 'An invoice or a payment',
  ACCOUNT: 'My account',
  OTHER: 'Something else',
};

/** A request is open until somebody of the lab has recorded its outcome. */
export const SUPPORT_REQUEST_STATUSES = ['OPEN', 'CLOSED'] as const;
export const SupportRequestStatus = z.enum(SUPPORT_REQUEST_STATUSES);
export type SupportRequestStatus = z.infer<typeof SupportRequestStatus>;

/** The screen text, order and tone of each status. */
export const SUPPORT_REQUEST_STATUS: Record<SupportRequestStatus, StatusDisplay> = {
  OPEN: { label: 'Open', rank: 0, tone: 'active' },
  CLOSED: { label: 'Closed', rank: 1, tone: 'quiet' },
};

const LIFECYCLE: Lifecycle<SupportRequestStatus> = { OPEN: ['CLOSED'], CLOSED: ['OPEN'] };

/** Refuse a status change that the lifecycle does not list. */
export const assertSupportTransition = (from: SupportRequestStatus, to: SupportRequestStatus): void =>
  assertListed(LIFECYCLE, SUPPORT_REQUEST_STATUS, from, to);

/** `PATCH /api/support/:id/status`, in. */
export const SupportStatusChange = z.strictObject({
  seenVersion: z.int(),
  status: SupportRequestStatus,
  reason: Reason,
});

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
  list: {
    sort: ['createdAt', 'subject', 'status', 'closedAt'],
    filter: ['status', 'subject'],
    search: ['reference', 'about', 'message'],
  },
  indexes: ['userId'],
  replica: null,
});
export type SupportRequest = Row<typeof supportRequest>;
