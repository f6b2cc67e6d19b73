import { AppError } from '#db/errors/app-error.ts';
import { postForm } from './post-form.ts';
import { signInProblem } from './sign-in-problem.ts';

/** A failed sign-in, with the code that the server put into the address. */
const failed = (code: string): AppError => {
  const { title, text } = signInProblem(code);
  return new AppError('UNAUTHENTICATED', `${title}. ${text}`);
};

/** Sign in with email and password; throws an AppError whose message says what to do. */
export async function signInWithPassword(email: string, password: string): Promise<void> {
  const url = await postForm('/api/auth/callback/credentials', { email, password, callbackUrl: '/' });
  const code = url.searchParams.get('error');
  if (code) throw failed(code);
}

/** Request a sign-in link by email, which leads to `next`; returns the confirmation page. */
export async function askForSignInLink(email: string, next: string): Promise<string> {
  const url = await postForm('/api/auth/signin/email', { email, callbackUrl: next });
  const code = url.searchParams.get('error');
  if (code) throw failed(code);
  return `${url.pathname}${url.search}`;
}

/** Sign in with the secret of a sign-in link, which this uses up. */
export async function signInWithLink(token: string): Promise<void> {
  const url = await postForm('/api/auth/callback/email', { token, callbackUrl: '/' });
  const code = url.searchParams.get('error');
  if (code === 'MissingCSRF') throw failed(code);
  if (code) throw new AppError('LINK_INVALID', signInProblem('Verification').text);
}
