import { z } from 'zod';
import { oneLine } from '#db/values/one-line.ts';

/** The factors that a person can have besides the password. */
const FACTOR_KINDS = ['AUTHENTICATOR', 'PASSKEY'] as const;
const FactorKind = z.enum(FACTOR_KINDS);

const encoded = z.string().max(20_000);
const clientFields = {
  id: z.string().min(1).max(2_000),
  rawId: z.string().min(1).max(2_000),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).nullish(),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
};

/** The browser's answer when a passkey signs in (WebAuthn, AuthenticationResponseJSON). */
export const PasskeyAssertion = z.object({
  ...clientFields,
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: encoded.nullish(),
  }),
});

/** The browser's answer when a passkey is created (WebAuthn, RegistrationResponseJSON). */
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

/** A recovery code; letter case, spaces and dashes do not count. */
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

/** The person's name for a factor. */
export const FactorName = oneLine('Enter a name.', 60);

/** `GET /api/auth/second-factor`: what a started sign-in still needs. */
export const SignInStep = z.object({
  /** CODE: prove a second factor; SET_UP: the role needs one and there is none; NONE: nothing. */
  step: z.enum(['NONE', 'CODE', 'SET_UP']),
  email: z.string().nullable(),
  methods: z.object({ authenticator: z.boolean(), passkey: z.boolean(), recoveryCode: z.boolean() }),
});
export type SignInStep = z.infer<typeof SignInStep>;

/** `GET /api/auth/second-factor/settings`: the factors of a person. */
export const SecondFactorSettings = z.object({
  /** Whether the person's role needs a second factor. */
  required: z.boolean(),
  hasPassword: z.boolean(),
  factors: z.array(
    z.object({
      id: z.string(),
      kind: FactorKind,
      name: z.string(),
      createdAt: z.string(),
      lastUsedAt: z.string().nullable(),
      /** Whether it works here: a passkey works only on the site where it was made. */
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

/** An authenticator app during its setup. */
export const NewAuthenticator = z.object({ id: z.string(), secret: z.string(), uri: z.string() });
export type NewAuthenticator = z.infer<typeof NewAuthenticator>;

/** An added factor; the first one comes with the recovery codes, which are shown once. */
export const FactorAdded = z.object({ recoveryCodes: z.array(z.string()).nullable() });
export type FactorAdded = z.infer<typeof FactorAdded>;
