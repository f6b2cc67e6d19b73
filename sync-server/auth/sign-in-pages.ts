import { knownSignInError, type SignInErrorCode } from '#db/errors/sign-in-errors.ts';

/** Pages of sign-in, sign-out and sign-in errors. */
export const SIGN_IN_PAGE = '/sign-in';
export const SIGN_OUT_PAGE = '/sign-out';
export const ERROR_PAGE = '/auth/error';

/** The specification's error codes (section 8) by the Auth.js 5 name of the same failure. */
const SPECIFIED: Record<string, SignInErrorCode> = {
  MissingSecret: 'NO_SECRET',
  MissingAdapter: 'EMAIL_REQUIRES_ADAPTER_ERROR',
  MissingAdapterMethods: 'MISSING_ADAPTER_METHODS_ERROR',
  UnsupportedStrategy: 'CALLBACK_CREDENTIALS_JWT_ERROR',
  CallbackRouteError: 'CALLBACK_CREDENTIALS_HANDLER_ERROR',
  CredentialsSignin: 'CALLBACK_CREDENTIALS_HANDLER_ERROR',
  InvalidCallbackUrl: 'INVALID_CALLBACK_URL_ERROR',
  OAuthCallbackError: 'OAUTH_CALLBACK_ERROR',
  OAuthAccountNotLinked: 'OAUTH_ACCOUNT_NOT_LINKED',
  UnknownAction: 'MISSING_NEXTAUTH_API_ROUTE_ERROR',
};

/** Return the code under which a failed sign-in is logged. */
export const signInErrorCode = (name: string): string => SPECIFIED[name] ?? name;

/** Return the URL of the page that explains a code. */
export const errorPage = (code: unknown): string => `${ERROR_PAGE}?error=${knownSignInError(code)}`;

/**
 * Return a path of our own pages for the redirect after sign-in; any other value becomes the first page.
 * Browsers read `//host`, `/\host` and paths with control characters as other sites.
 */
export function safeRedirectPath(target: unknown, origin: string): string {
  if (typeof target !== 'string' || target.length > 2_000) return '/';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\u0000-\u001f\u007f\\]/.test(target)) return '/';
  try {
    const url = new URL(target, origin);
    const path = `${url.pathname}${url.search}${url.hash}`;
    if (url.origin !== origin || !path.startsWith('/') || path.startsWith('//')) return '/';
    return path.startsWith('/api/') ? '/' : path;
  } catch {
    return '/';
  }
}
