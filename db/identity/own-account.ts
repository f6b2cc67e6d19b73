import { z } from 'zod';

/** `GET /api/auth/account`: a person's own account and handhelds, without secrets. */
export const OwnAccount = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
  email: z.string(),
  emailVerified: z.string().nullable(),
  hasPassword: z.boolean(),
  image: z.boolean(),
  devices: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      lastSyncAt: z.string().nullable(),
      waiting: z.number(),
      revoked: z.boolean(),
      /** How long its signing key is valid without another contact; null without a key. */
      signsUntil: z.string().nullable(),
    }),
  ),
});
export type OwnAccount = z.infer<typeof OwnAccount>;
