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
