import { AppError } from '#db/errors/app-error.ts';
import { postForm } from './post-form.ts';
import { signInProblem } from './sign-in-problem.ts';

/** A sign-in that failed, by the code that the server put in the address. */
const failed = (code: string): AppError => {
  const { title, text } = signInProblem(code);
  return new AppError('UNAUTHENTICATED', `${title}. ${text}`);
};

/** Signs in with e-mail and password; throws an AppError whose text says what to do. */
export async function signInWithPassword(email: string, password: string): Promise<void> {
  const url = await postForm('/api/auth/callback/credentials', { email, password, callbackUrl: '/' });
  const code = url.searchParams.get('error');
  if (code) throw failed(code);
}

/** Asks for a sign-in link by e-mail, which leads to `next`; answers the page that says so. */
export async function askForSignInLink(email: string, next: string): Promise<string> {
  const url = await postForm('/api/auth/signin/email', { email, callbackUrl: next });
  const code = url.searchParams.get('error');
  if (code) throw failed(code);
  return `${url.pathname}${url.search}`;
}

/** Signs in with the secret of a sign-in link, which is used up by it. */
export async function signInWithLink(token: string): Promise<void> {
  const url = await postForm('/api/auth/callback/email', { token, callbackUrl: '/' });
  const code = url.searchParams.get('error');
  if (code === 'MissingCSRF') throw failed(code);
  if (code) throw new AppError('LINK_INVALID', signInProblem('Verification').text);
}
