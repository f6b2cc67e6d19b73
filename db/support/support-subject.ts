import { z } from 'zod';

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
