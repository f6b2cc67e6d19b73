import { z } from 'zod';
import { Role } from '#db/access/roles.ts';
import { CompanyType } from '#db/organizations/company-type.ts';
import { EmailAddress } from '#db/values/email-address.ts';
import { date } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';
import { oneLine, orEmpty } from '#db/values/one-line.ts';
import { Phone } from '#db/values/phone.ts';
import { Reason } from '#db/values/reason.ts';
import { hasKnownState, UNKNOWN_STATE } from '#db/values/us-state.ts';

/** At least 12 characters (domain 6.1); any character counts. */
export const NewPassword = z
  .string()
  .min(12, 'Use at least 12 characters.')
  .max(200, 'Use at most 200 characters.');

/** Let a form field be omitted or empty. */
const optional = <S extends z.ZodType>(schema: S) => orEmpty(schema).default(null);

const PersonNames = z.strictObject({
  firstName: oneLine('First name is required'),
  lastName: oneLine('Last name is required'),
});

const addressOf = (kind: string) =>
  z
    .strictObject({
      attention: optional(oneLine('')),
      line1: oneLine(`${kind} address is required`, 200),
      line2: optional(oneLine('', 200)),
      city: oneLine(`${kind} city is required`),
      state: oneLine(`${kind} state is required`),
      postalCode: oneLine(`${kind} postal code is required`, 20),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/, `${kind} country is required`)
        .default('US'),
      phone: optional(Phone),
    })
    .refine(hasKnownState, UNKNOWN_STATE);

/** `POST /api/create-account`: a person and a new company. Members join by invitation. */
export const CreateAccount = z
  .strictObject({
    ...PersonNames.shape,
    email: EmailAddress,
    password: NewPassword.nullable().default(null),
    /** Replaces the password: the Google identity that the page received in its address. */
    google: z.string().max(4_000).nullable().default(null),
    phone: optional(Phone),
    company: z.strictObject({
      name: oneLine('Company name is required', 200),
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
    error: 'Choose a password, or continue with Google.',
  });
export type CreateAccount = z.infer<typeof CreateAccount>;

/** The secret of a link that was sent by email. */
export const LinkToken = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, 'This link is not complete. Copy all of it.');

/** `POST /api/auth/invitation/accept`; names and password are for people without an account. */
export const AcceptInvitation = z.strictObject({
  token: LinkToken,
  person: z
    .strictObject({ ...PersonNames.shape, password: NewPassword })
    .nullable()
    .default(null),
});
export type AcceptInvitation = z.infer<typeof AcceptInvitation>;

/**
 * The editable fields of a person: names and phone. Address, password and rights have their own operations.
 */
export const PersonChange = z.strictObject({
  firstName: oneLine('First name is required').optional(),
  lastName: oneLine('Last name is required').optional(),
  phone: orEmpty(Phone).optional(),
});
export type PersonChange = z.infer<typeof PersonChange>;

/** `PUT /api/auth/password`. */
export const ChangePassword = z.strictObject({
  currentPassword: z.string().min(1, 'Enter your current password.').max(200),
  newPassword: NewPassword,
});

/** `POST /api/auth/reset-password`. */
export const ResetPassword = z.strictObject({ token: LinkToken, password: NewPassword });

/** The answer of a change that has nothing to report. */
export const OkAnswer = z.object({ ok: z.literal(true) });

/** `POST /api/auth/invitation`: an invitation for the holder of its link. */
export const OpenInvitation = z.object({
  email: z.string(),
  companyName: z.string(),
  role: Role,
  invitedBy: z.string().nullable(),
  hasAccount: z.boolean(),
  expiresAt: z.string(),
});
export type OpenInvitation = z.infer<typeof OpenInvitation>;

/**
 * `POST /api/auth/send-email`: without company the own one; without role that of the pending invitation,
 * otherwise a plain member.
 */
export const SendInvitation = z.strictObject({
  email: EmailAddress,
  role: Role.optional(),
  companyId: Id.optional(),
});

/** One membership, for example the one whose invitation is withdrawn. */
export const MembershipId = z.strictObject({ userCompanyId: Id });

/** Another role for a member of a company. */
export const RoleChange = MembershipId.extend({
  role: Role,
  reason: Reason.nullable().default(null),
});

/** The deactivation of a member, or its end. */
export const MemberStatusChange = MembershipId.extend({ deactivated: z.boolean(), reason: Reason });

/** How many devices a member may enroll on one day; `until` is the last such day, without an end by default. */
export const DeviceAllowance = MembershipId.extend({
  devicesPerDay: z.int().min(1).max(100),
  until: date.nullable().optional(),
});
