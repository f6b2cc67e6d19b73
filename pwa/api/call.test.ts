import { afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { binary, defineCall } from '#db/api/call-definition.ts';
import { readLicense } from '#db/api/patients/clinician-licenses.ts';
import { archivePatient, readPatient } from '#db/api/patients/patients.ts';
import { call, callKey, callUrl, familyKey } from './call.ts';

const CALL = {
  method: 'get',
  path: '/api/sync/rows/:id/export',
  access: 'session',
  summary: 'Exports rows.',
  params: z.strictObject({ id: z.string() }),
} as const;
const exportRows = defineCall({
  ...CALL,
  id: 'exportRows',
  query: z.strictObject({ kind: z.array(z.string()) }),
  answer: binary('text/csv'),
});
const sendPhoto = defineCall({ ...CALL, id: 'sendPhoto', method: 'put', body: binary('image/jpeg') });

const answerWith = (response: Response) => {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => response);
  vi.stubGlobal('fetch', fetched);
  return fetched;
};
afterEach(() => vi.unstubAllGlobals());

test('a call fills its path, sends its body as JSON and returns the parsed answer', async () => {
  const fetched = answerWith(Response.json({ id: 'p1', other: 1 }));
  const input = { params: { id: 'a/b' }, body: { seenVersion: 1, reason: 'Moved' } };
  expect(await call(archivePatient, input)).toEqual({ id: 'p1' });
  expect(fetched.mock.lastCall?.[0]).toBe('/api/patients/a%2Fb/archive');
  expect(fetched.mock.lastCall?.[1]).toMatchObject({
    method: 'POST',
    body: '{"seenVersion":1,"reason":"Moved"}',
  });
});

test('a call without an answer returns undefined, and a body of bytes keeps its media type', async () => {
  const fetched = answerWith(new Response(null, { status: 204 }));
  const body = new Blob(['x'], { type: 'image/jpeg' });
  expect(await call(sendPhoto, { params: { id: '1' }, body })).toBeUndefined();
  expect(fetched.mock.lastCall?.[1]).toMatchObject({ body, headers: { 'content-type': 'image/jpeg' } });
});

test('a call of a file returns its bytes, or the reason of the refusal', async () => {
  const input = { params: { id: '1' }, query: { kind: ['a', 'b'] } };
  const fetched = answerWith(new Response('1,2'));
  expect(await (await call(exportRows, input)).text()).toBe('1,2');
  expect(fetched.mock.lastCall?.[0]).toBe(callUrl(exportRows, input));
  expect(callUrl(exportRows, input)).toBe('/api/sync/rows/1/export?kind=a&kind=b');
  answerWith(Response.json({ error: 'Sign in.', code: 'UNAUTHENTICATED' }, { status: 401 }));
  await expect(call(exportRows, input)).rejects.toMatchObject({ message: 'Sign in.' });
});

test('an answer of another shape is refused', async () => {
  answerWith(Response.json({ id: 1 }));
  await expect(call(readPatient, { params: { id: '1' } })).rejects.toMatchObject({ code: 'INTERNAL' });
});

test('a query key starts with the family of the call', () => {
  expect(callKey(readLicense, { params: { id: '1' } })).toEqual([
    'clinician-licenses',
    'readLicense',
    { params: { id: '1' } },
  ]);
  expect(callKey(readLicense)).toEqual(['clinician-licenses', 'readLicense']);
  expect(callKey(exportRows).slice(0, 2)).toEqual(familyKey('sync/rows'));
});
