import { postForm } from './post-form.ts';

/** Ends the session on the server. What is stored on this device stays. */
export async function signOutOfServer(): Promise<void> {
  await postForm('/api/auth/signout', { callbackUrl: '/sign-in' });
}
