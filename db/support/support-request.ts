import { z } from 'zod';
import { oneLine, orEmpty } from '#db/values/one-line.ts';

/** What a message to the lab is about. */
export const SUPPORT_SUBJECTS = ['ORDER', 'SHIPMENT', 'RESULTS', 'INVOICE', 'ACCOUNT', 'OTHER'] as const;
export const SupportSubject = z.enum(SUPPORT_SUBJECTS);
export type SupportSubject = z.infer<typeof SupportSubject>;

/** How each is worded. */
export const SUPPORT_SUBJECT: Record<SupportSubject, string> = {
  ORDER: 'An order',
  SHIPMENT: 'A shipment',
  RESULTS: 'Results',
  INVOICE: 'An invoice or a payment',
  ACCOUNT: 'My account',
  OTHER: 'Something else',
};

/** `POST /api/support`, in. */
export const SupportRequest = z.strictObject({
  subject: SupportSubject,
  /** An order, requisition or invoice number, if it is about one. */
  about: orEmpty(oneLine('', 60)).default(null),
  message: z
    .string()
    .trim()
    .min(10, 'Write at least 10 characters.')
    .max(5_000, 'Use at most 5000 characters.'),
});
export type SupportRequest = z.infer<typeof SupportRequest>;

/** `POST /api/support`, out. */
export const SupportReference = z.object({ reference: z.string() });
