import { afterEach, expect, test, vi } from 'vitest';
import { signOutOfServer } from './session-requests.ts';

afterEach(() => vi.unstubAllGlobals());

test("the tab's form drafts are deleted on sign-out, and kept when it fails", async () => {
  sessionStorage.setItem('order-rows user-1 order-1', 'typed');
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(signOutOfServer()).rejects.toThrow();
  expect(sessionStorage.length).toBe(1);
  vi.stubGlobal('fetch', async () => Response.json({ csrfToken: 'token', url: 'http://lab/sign-in' }));
  await signOutOfServer();
  expect(sessionStorage.length).toBe(0);
});
