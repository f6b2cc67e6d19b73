import { z } from 'zod';
import { isOneOf, type Role, STAFF_ROLES } from '#db/access/roles.ts';

/** How often a person receives progress emails. */
const EMAIL_UPDATE_FREQUENCIES = ['NONE', 'DAILY', 'WEEKLY', 'MONTHLY'] as const;
export const EmailUpdateFrequency = z.enum(EMAIL_UPDATE_FREQUENCIES);
export type EmailUpdateFrequency = z.infer<typeof EmailUpdateFrequency>;

/** A person's email choices; `PUT /api/preference` takes both. */
export const PreferenceForm = z.strictObject({
  emailUpdateFrequency: EmailUpdateFrequency,
  /** A notification as soon as an order is complete, whatever the frequency (domain 6.8). */
  orderCompleteEmail: z.boolean(),
});
export type PreferenceForm = z.infer<typeof PreferenceForm>;

/**
 * Return the defaults until a person has chosen: daily for customers, none for staff, who see progress at
 * work (domain 2).
 */
export const defaultPreference = (role: Role): PreferenceForm => ({
  emailUpdateFrequency: isOneOf(role, STAFF_ROLES) ? 'NONE' : 'DAILY',
  orderCompleteEmail: true,
});
