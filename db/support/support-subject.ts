import { z } from 'zod';

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
