import { postForm } from './post-form.ts';

/**
 * End the session on the server. Data of the device stay; the tab's form drafts, which may contain patients'
 * numbers, are deleted.
 */
export async function signOutOfServer(): Promise<void> {
  await postForm('/api/auth/signout', { callbackUrl: '/sign-in' });
  sessionStorage.clear();
}
