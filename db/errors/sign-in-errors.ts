/** The text about a failed sign-in, with advice. */
export interface SignInError {
  title: string;
  text: string;
}

const WRONG_SETTINGS = 'Sign-in is not set up correctly. Tell support which code is shown below.';
const TRY_AGAIN = 'Nothing was changed. Go back to the sign-in page and try again.';

/** Every error code of the sign-in and error pages: those of the specification (section 8) and of Auth.js. */
export const SIGN_IN_ERRORS = {
  SessionRequired: { title: 'Sign in to continue', text: 'Sign in, and the page you asked for opens.' },
  CredentialsSignin: {
    title: 'Incorrect email or password',
    text: 'Try again, or request a sign-in link.',
  },
  EmailSignin: { title: 'No link was sent', text: 'Check the email address and ask for a link again.' },
  Verification: {
    title: 'This link does not work any more',
    text: 'The link has expired or was already used. Ask for a new one.',
  },
  OAuthAccountNotLinked: {
    title: 'No account is linked with it',
    text: 'Sign in with the way you used before, create an account, or ask your manager for an invitation to this address.',
  },
  OAuthCallbackError: {
    title: 'Google did not confirm the sign-in',
    text: 'Go back to the sign-in page and try again, or use email and password.',
  },
  OAuthSignInError: {
    title: 'Google cannot be reached',
    text: 'Try again in a moment, or use email and password.',
  },
  AccessDenied: {
    title: 'This account may not sign in here',
    text: 'Ask your manager whether your account is active.',
  },
  MissingCSRF: { title: 'The page was open too long', text: 'Reload the sign-in page and try again.' },
  Configuration: { title: 'Sign-in is not available', text: WRONG_SETTINGS },
  MISSING_NEXTAUTH_API_ROUTE_ERROR: { title: 'This address does not exist', text: TRY_AGAIN },
  NO_SECRET: { title: 'Sign-in is not available', text: WRONG_SETTINGS },
  CALLBACK_CREDENTIALS_HANDLER_ERROR: {
    title: 'Incorrect email or password',
    text: 'Try again, or request a sign-in link.',
  },
  EMAIL_REQUIRES_ADAPTER_ERROR: { title: 'Sign-in by email is not available', text: WRONG_SETTINGS },
  MISSING_ADAPTER_METHODS_ERROR: { title: 'Sign-in is not available', text: WRONG_SETTINGS },
  CALLBACK_CREDENTIALS_JWT_ERROR: { title: 'Sign-in is not available', text: WRONG_SETTINGS },
  INVALID_CALLBACK_URL_ERROR: {
    title: 'This link leads to another site',
    text: 'Open the app itself and sign in there.',
  },
  OAUTH_CALLBACK_ERROR: {
    title: 'Google did not confirm the sign-in',
    text: 'Go back to the sign-in page and try again, or use email and password.',
  },
  OAUTH_ACCOUNT_NOT_LINKED: {
    title: 'No account is linked with it',
    text: 'Sign in with the way you used before, create an account, or ask your manager for an invitation to this address.',
  },
  Default: { title: 'Sign-in did not work', text: TRY_AGAIN },
} as const satisfies Record<string, SignInError>;

/** A code with its own text. */
export type SignInErrorCode = keyof typeof SIGN_IN_ERRORS;

/**
 * Return the code of a page's address when it is known, otherwise `Default`: text of a stranger's link is
 * never shown.
 */
export const knownSignInError = (code: unknown): SignInErrorCode =>
  typeof code === 'string' && Object.hasOwn(SIGN_IN_ERRORS, code) ? (code as SignInErrorCode) : 'Default';
