import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { supabaseFiles } from './supabase-files.ts';

const KEY = 'service-key-of-the-tests';
const buckets = new Set<string>();
const objects = new Map<string, { bytes: Buffer; type: string }>();
const requestLog: string[] = [];
let origin = '';

/** A fake of the few Supabase Storage calls that the store makes. */
const server = http.createServer(async (request, response) => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  const body = Buffer.concat(pieces);
  const url = new URL(request.url ?? '', 'http://fake');
  const call = `${request.method} ${url.pathname.replace('/storage/v1', '')}`;
  requestLog.push(call);
  const answer = (status: number, value: object) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  };
  const conflict = { statusCode: '409', error: 'Duplicate', message: 'The resource already exists' };
  const signed = /^GET \/object\/sign\/([^/]+\/[^/]+)$/.exec(call)?.[1];
  if (signed) {
    const object = objects.get(signed);
    if (!object || url.searchParams.get('token') !== 't') return answer(400, { message: 'not found' });
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    response.writeHead(from ? 206 : 200);
    return response.end(from ? object.bytes.subarray(Number(from), Number(to) + 1) : object.bytes);
  }
  if (request.headers.authorization !== `Bearer ${KEY}`) return answer(403, { message: 'Unauthorized' });
  if (call === 'POST /bucket') {
    const { name, public: open } = JSON.parse(body.toString());
    if (open !== false) return answer(400, { message: 'a bucket of patients is private' });
    if (buckets.has(name)) return answer(409, conflict);
    buckets.add(name);
    return answer(200, { name });
  }
  const object = /^(POST|PUT) \/object\/(?!sign)([^/]+\/[^/]+)$/.exec(call)?.[2];
  if (object) {
    if (objects.has(object) && request.headers['x-upsert'] !== 'true') return answer(400, conflict);
    objects.set(object, { bytes: body, type: request.headers['content-type'] ?? '' });
    return answer(200, { Key: object, Id: 'x' });
  }
  const sign = /^POST \/object\/sign\/([^/]+\/[^/]+)$/.exec(call)?.[1];
  if (sign) return answer(200, { signedURL: `/object/sign/${sign}?token=t` });
  const bucket = /^DELETE \/object\/([^/]+)$/.exec(call)?.[1];
  if (bucket) {
    for (const name of JSON.parse(body.toString()).prefixes) objects.delete(`${bucket}/${name}`);
    return answer(200, []);
  }
  return answer(404, { message: call });
});

const folder = mkdtempSync(path.join(os.tmpdir(), 'supabase-'));
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});
const open = (serviceKey = KEY) => supabaseFiles({ url: origin, serviceKey }, 'a secret');

test('a file is stored once in the bucket of its kind, read whole and in ranges, served by URL, and removed', async () => {
  const store = open();
  const place = path.join(folder, 'a');
  writeFileSync(place, '%PDF-1.7 the first');
  expect(await store.keep('order-documents/01A', place, 'application/pdf')).toBe(true);
  expect([...buckets]).toEqual(['order-documents']);
  expect(objects.get('order-documents/01A')).toEqual({
    bytes: Buffer.from('%PDF-1.7 the first'),
    type: 'application/pdf',
  });
  writeFileSync(place, 'another');
  expect(await store.keep('order-documents/01A', place, 'application/pdf')).toBe(false);
  expect(await text(await store.read('order-documents/01A'))).toBe('%PDF-1.7 the first');
  expect(await text(await store.read('order-documents/01A', { start: 0, end: 3 }))).toBe('%PDF');
  const url = new URL((await store.directUrl('order-documents/01A', 'po 77.pdf')) ?? '');
  expect([url.origin, url.searchParams.get('download')]).toEqual([origin, 'po 77.pdf']);
  await store.remove('order-documents/01A');
  expect(objects.size).toBe(0);
  await expect(store.read('order-documents/01A')).rejects.toThrow('it answered 400');
});

test('an existing bucket is used, and pictures are overwritten', async () => {
  const store = open();
  await store.write('images/01B', Buffer.from('one'));
  await open().write('images/01B', Buffer.from('two'));
  expect(objects.get('images/01B')?.bytes.toString()).toBe('two');
  expect(requestLog.filter((call) => call === 'POST /bucket').length).toBeGreaterThan(1);
});

test('a refused key and a foreign file key are reported', async () => {
  await expect(open('another key, not the right one').write('images/01C', Buffer.from('x'))).rejects.toThrow(
    'Supabase Storage did not make a bucket',
  );
  await expect(open().read('../images/01C')).rejects.toThrow('not of the expected form');
});
