import { afterEach, expect, test, vi } from 'vitest';
import { signOutOfServer } from './sign-out.ts';

afterEach(() => vi.unstubAllGlobals());

test('what the tab keeps of half-filled forms goes with the person who signs out, and stays while that fails', async () => {
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
