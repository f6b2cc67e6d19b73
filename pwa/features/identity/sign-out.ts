import { postForm } from './post-form.ts';

/**
 * Ends the session on the server. What is stored on this device stays; what the tab keeps of forms, patients' numbers
 * among it, goes with the person.
 */
export async function signOutOfServer(): Promise<void> {
  await postForm('/api/auth/signout', { callbackUrl: '/sign-in' });
  sessionStorage.clear();
}
