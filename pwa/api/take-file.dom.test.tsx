import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeFile } from './save-file.ts';

const ADDRESS = '/api/orders/export?format=csv';
let saved: string[];

beforeEach(() => {
  saved = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const answerWith = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', vi.fn(answer));
const respondWithDisposition = (disposition: string) => async () =>
  new Response('Order', { headers: { 'content-disposition': disposition } });

test("a file is saved under the server's name, quoted or not", async () => {
  answerWith(respondWithDisposition('attachment; filename="orders-2026-11-22.csv"'));
  await takeFile(ADDRESS);
  answerWith(respondWithDisposition('attachment; filename=orders-2026-11-23.csv'));
  await takeFile(ADDRESS);
  expect(saved).toEqual(['orders-2026-11-22.csv', 'orders-2026-11-23.csv']);
});

test('a refused file shows the reason and is not saved', async () => {
  answerWith(async () =>
    Response.json({ error: 'These are 20,001 rows.', code: 'VALIDATION' }, { status: 400 }),
  );
  await expect(takeFile(ADDRESS)).rejects.toThrow('These are 20,001 rows.');
  answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(takeFile(ADDRESS)).rejects.toThrow('The server cannot be reached.');
  expect(saved).toEqual([]);
});
