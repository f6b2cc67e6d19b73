import { z } from 'zod';

/** `GET /api/auth/account`: what a person sees of the own account, and the own handhelds. No secret is part of it. */
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
      /** Until when its signing key counts without another contact; null without a key. */
      signsUntil: z.string().nullable(),
    }),
  ),
});
export type OwnAccount = z.infer<typeof OwnAccount>;
