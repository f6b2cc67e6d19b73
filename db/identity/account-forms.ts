import { z } from 'zod';
import { CompanyType } from '#db/organizations/company-type.ts';
import { EmailAddress } from '#db/values/email-address.ts';
import { Phone } from '#db/values/phone.ts';

/** At least 12 characters (domain 6.1); any character counts. */
export const NewPassword = z
  .string()
  .min(12, 'Use at least 12 characters.')
  .max(200, 'Use at most 200 characters.');

/** A name on one line. */
const line = (message: string, limit = 100) =>
  z
    .string()
    .trim()
    .min(1, message)
    .max(limit, `Use at most ${limit} characters.`)
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'Use only characters that can be seen.');

const optional = <S extends z.ZodType>(schema: S) =>
  z
    .union([z.literal('').transform(() => null), schema])
    .nullable()
    .default(null);

export const PersonNames = z.strictObject({
  firstName: line('First name is required'),
  lastName: line('Last name is required'),
});

const addressOf = (kind: string) =>
  z.strictObject({
    attention: optional(line('')),
    line1: line(`${kind} address is required`, 200),
    line2: optional(line('', 200)),
    city: line(`${kind} city is required`),
    state: line(`${kind} state is required`),
    postalCode: line(`${kind} postal code is required`, 20),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, `${kind} country is required`)
      .default('US'),
    phone: optional(Phone),
  });

/** `POST /api/create-account`: a person and a new company. Members join by invitation. */
export const CreateAccount = z
  .strictObject({
    ...PersonNames.shape,
    email: EmailAddress,
    password: NewPassword.nullable().default(null),
    /** Instead of a password: who Google says that this is, as the page got it in its address. */
    google: z.string().max(4_000).nullable().default(null),
    phone: optional(Phone),
    company: z.strictObject({
      name: line('Company name is required', 200),
      type: CompanyType,
      employerIdentificationNumber: optional(z.string().regex(/^\d{2}-\d{7}$/, 'Enter it as NN-NNNNNNN.')),
      billingEmails: z.array(EmailAddress).max(10).default([]),
      billingAddress: addressOf('Billing'),
      /** Null: packages go to the billing address. */
      shippingAddress: addressOf('Shipping').nullable().default(null),
    }),
  })
  .refine(({ password, google }) => (password === null) !== (google === null), {
    path: ['password'],
    error: 'Choose a password, or go on with Google.',
  });
export type CreateAccount = z.infer<typeof CreateAccount>;

/** The secret of a link that was sent by e-mail. */
export const LinkToken = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'This link is not complete. Copy all of it.');

/** `POST /api/auth/invitation/accept`; names and password are for people who have no account yet. */
export const AcceptInvitation = z.strictObject({
  token: LinkToken,
  person: z
    .strictObject({ ...PersonNames.shape, password: NewPassword })
    .nullable()
    .default(null),
});
export type AcceptInvitation = z.infer<typeof AcceptInvitation>;
