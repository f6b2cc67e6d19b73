import { z } from 'zod';
import { oneLine } from '#db/values/one-line.ts';

/** What a person can have beside the password. */
export const FACTOR_KINDS = ['AUTHENTICATOR', 'PASSKEY'] as const;
export const FactorKind = z.enum(FACTOR_KINDS);
export type FactorKind = z.infer<typeof FactorKind>;

const encoded = z.string().max(20_000);
const clientFields = {
  id: z.string().min(1).max(2_000),
  rawId: z.string().min(1).max(2_000),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).nullish(),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
};

/** What a browser answers when a passkey signs in (WebAuthn, AuthenticationResponseJSON). */
export const PasskeyAssertion = z.object({
  ...clientFields,
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: encoded.nullish(),
  }),
});

/** What a browser answers when a passkey was made (WebAuthn, RegistrationResponseJSON). */
export const NewPasskey = z.object({
  ...clientFields,
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});

/** The six digits of an authenticator app, typed with or without a space. */
export const AppCode = z
  .string()
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the 6 digits that the app shows.'));

/** A recovery code, however it is typed: letter case, spaces and dashes do not count. */
export const RecoveryCode = z
  .string()
  .max(60)
  .transform((text) => text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1'))
  .pipe(z.string().regex(/^[0-9A-HJKMNP-TV-Z]{16}$/, 'Enter the 16 characters of a recovery code.'));

/** A second factor, proven now. */
export const FactorProof = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('APP_CODE'), code: AppCode }),
  z.strictObject({ kind: z.literal('RECOVERY_CODE'), code: RecoveryCode }),
  z.strictObject({ kind: z.literal('PASSKEY'), assertion: PasskeyAssertion }),
]);
export type FactorProof = z.infer<typeof FactorProof>;

/** What a person calls a factor. */
export const FactorName = oneLine('Enter a name.', 60);

/** `GET /api/auth/second-factor`: what a sign-in that has begun still needs. */
export const SignInStep = z.object({
  /** CODE: prove a second factor; SET_UP: the role needs one and there is none; NONE: nothing. */
  step: z.enum(['NONE', 'CODE', 'SET_UP']),
  email: z.string().nullable(),
  methods: z.object({ authenticator: z.boolean(), passkey: z.boolean(), recoveryCode: z.boolean() }),
});
export type SignInStep = z.infer<typeof SignInStep>;

/** `GET /api/auth/second-factor/settings`: what a person has set up. */
export const SecondFactorSettings = z.object({
  /** The person's role needs a second factor. */
  required: z.boolean(),
  hasPassword: z.boolean(),
  factors: z.array(
    z.object({
      id: z.string(),
      kind: FactorKind,
      name: z.string(),
      createdAt: z.string(),
      lastUsedAt: z.string().nullable(),
      /** A passkey works on the site where it was made only. */
      worksHere: z.boolean(),
    }),
  ),
  recoveryCodesLeft: z.number().int(),
  browsers: z.array(
    z.object({
      id: z.string(),
      userAgent: z.string(),
      createdAt: z.string(),
      lastUsedAt: z.string(),
      expiresAt: z.string(),
      isThis: z.boolean(),
    }),
  ),
});
export type SecondFactorSettings = z.infer<typeof SecondFactorSettings>;

/** An authenticator app that is about to be set up. */
export const NewAuthenticator = z.object({ id: z.string(), secret: z.string(), uri: z.string() });
export type NewAuthenticator = z.infer<typeof NewAuthenticator>;

/** A factor was added; with the first one come the recovery codes, which are shown once. */
export const FactorAdded = z.object({ recoveryCodes: z.array(z.string()).nullable() });
export type FactorAdded = z.infer<typeof FactorAdded>;
