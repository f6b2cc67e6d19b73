import { z } from 'zod';

/** How often a person receives progress emails. */
export const EMAIL_UPDATE_FREQUENCIES = ['NONE', 'DAILY', 'WEEKLY', 'MONTHLY'] as const;
export const EmailUpdateFrequency = z.enum(EMAIL_UPDATE_FREQUENCIES);
export type EmailUpdateFrequency = z.infer<typeof EmailUpdateFrequency>;
