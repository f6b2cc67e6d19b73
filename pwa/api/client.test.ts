import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { callApi, queryText, sortText } from './client.ts';

const answerWith = (response: Response) => {
  const fetched = vi.fn(async () => response);
  vi.stubGlobal('fetch', fetched);
  return fetched;
};

afterEach(() => vi.unstubAllGlobals());

describe('the JSON client', () => {
  test('writes dates as ISO text, repeats lists and leaves out null', () => {
    const query = {
      from: new Date('2026-11-21T10:00:00Z'),
      status: ['ORDERED', 'SHIPPED'],
      project: null,
      page: 2,
      deleted: false,
    };
    expect(queryText(query)).toBe(
      'from=2026-11-21T10%3A00%3A00.000Z&status=ORDERED&status=SHIPPED&page=2&deleted=false',
    );
    expect(
      sortText([
        { id: 'name', desc: false },
        { id: 'createdAt', desc: true },
      ]),
    ).toBe('name:asc,createdAt:desc');
  });

  test('sends data as JSON and returns the parsed answer', async () => {
    const fetched = answerWith(Response.json({ id: 'a' }));
    const answer = z.object({ id: z.string() });
    expect(await callApi({ path: '/api/notes', method: 'POST', data: { body: 'x' }, answer })).toEqual({
      id: 'a',
    });
    expect(fetched).toHaveBeenCalledWith(
      '/api/notes',
      expect.objectContaining({ method: 'POST', body: '{"body":"x"}' }),
    );
  });

  test("reports the server's error, else the given message, else that the error is unknown", async () => {
    const call = (message?: string) =>
      callApi({ path: '/api/notes', answer: z.any(), ...(message ? { message } : {}) });
    answerWith(Response.json({ error: 'A reason is required.', code: 'VALIDATION' }, { status: 422 }));
    await expect(call('Not saved.')).rejects.toMatchObject({
      message: 'A reason is required.',
      code: 'VALIDATION',
    });
    answerWith(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await expect(call('Not saved.')).rejects.toMatchObject({ message: 'Not saved.', code: 'UNAVAILABLE' });
    answerWith(new Response('', { status: 500 }));
    await expect(call()).rejects.toMatchObject({ message: 'An unknown error occurred. Please try again.' });
  });
});
