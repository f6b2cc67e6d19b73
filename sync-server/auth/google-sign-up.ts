import { decode, encode } from '@auth/core/jwt';
import { z } from 'zod';
import { BusinessEntity } from '#db/values/business-entity.ts';
import { EmailAddress } from '#db/values/email-address.ts';

const SALT = 'google-sign-up';
const VALID_SECONDS = 30 * 60;
const CREATE_ACCOUNT_PAGE = '/create-account';

const GoogleIdentity = z.object({ googleId: z.string(), email: EmailAddress, entity: BusinessEntity });
/** A person whose address Google has verified and who has no account yet. */
export type GoogleIdentity = z.infer<typeof GoogleIdentity>;

/**
 * Build the URL of the create-account page with the Google identity, sealed by us, in the fragment; the form
 * posts it instead of a password.
 */
export async function signUpPage(
  secret: string,
  person: GoogleIdentity & { firstName: string; lastName: string },
): Promise<string> {
  const { googleId, email, entity, firstName, lastName } = person;
  const token = { googleId, email, entity };
  const google = await encode({ token, secret, salt: SALT, maxAge: VALID_SECONDS });
  return `${CREATE_ACCOUNT_PAGE}#${new URLSearchParams({ google, email, firstName, lastName })}`;
}

/** Open a sealed identity; undefined if it is not ours or too old. */
export async function openGoogleIdentity(
  secret: string,
  sealed: string,
): Promise<GoogleIdentity | undefined> {
  const identity = await decode({ token: sealed, secret, salt: SALT }).catch(() => null);
  return GoogleIdentity.safeParse(identity).data;
}

/**
 * Report whether the person came to Google from the create-account page; Auth.js stores the target in a
 * cookie.
 */
export function isGoogleSignUp(cookieHeader: string | undefined): boolean {
  const [, callbackUrl = ''] =
    /(?:^|; *)(?:__Secure-)?authjs\.callback-url=([^;]*)/.exec(cookieHeader ?? '') ?? [];
  try {
    return new URL(decodeURIComponent(callbackUrl)).pathname === CREATE_ACCOUNT_PAGE;
  } catch {
    return false;
  }
}
