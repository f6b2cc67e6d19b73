import { z } from 'zod';
import { isOneOf, type Role, STAFF_ROLES } from '#db/access/roles.ts';
import { EmailUpdateFrequency } from './email-update-frequency.ts';

/** What a person chooses about e-mails; `PUT /api/preference` takes both. */
export const PreferenceForm = z.strictObject({
  emailUpdateFrequency: EmailUpdateFrequency,
  /** Told at once when an order is complete, whatever the frequency (domain 6.8). */
  orderCompleteEmail: z.boolean(),
});
export type PreferenceForm = z.infer<typeof PreferenceForm>;

/** What counts until a person has chosen: customers are told daily, staff see it at work (domain 2). */
export const defaultPreference = (role: Role): PreferenceForm => ({
  emailUpdateFrequency: isOneOf(role, STAFF_ROLES) ? 'NONE' : 'DAILY',
  orderCompleteEmail: true,
});
