import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { callApi } from './client.ts';
import { setSessionGate } from './session-gate.ts';

const fetched = vi.fn(async () => Response.json({}));

beforeEach(() => {
  fetched.mockClear();
  vi.stubGlobal('fetch', fetched);
  setSessionGate({ isOwn: async () => false });
});
afterEach(() => {
  vi.unstubAllGlobals();
  setSessionGate({ isOwn: async () => true });
});

const call = (path: string) => callApi({ path, method: 'POST', answer: z.unknown() });

test('no request is sent with the session of a colleague', async () => {
  for (const path of [
    '/api/lab/orders',
    '/api/auth/pin',
    '/api/auth/pin/password',
    '/api/auth/switch-company',
  ])
    await expect(call(path)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(fetched).not.toHaveBeenCalled();
});

test('a session can be resumed, parked and ended meanwhile', async () => {
  for (const action of ['resume', 'park', 'forget']) await call(`/api/auth/people/${action}`);
  expect(fetched).toHaveBeenCalledTimes(3);
});
