import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import compression from 'compression';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { staticApp } from './static-app.ts';

const SCRIPT = 'export const tube = "BT-000001";\n'.repeat(100);
const home = mkdtempSync(path.join(os.tmpdir(), 'benchside-packed-'));
const folder = path.join(home, 'dist');
const app = express();
app.use(compression());
app.use(staticApp(folder));
app.use((_error: unknown, _request: unknown, response: express.Response, _next: unknown) => {
  response.status(404).end();
});
const server = createServer(app);

beforeAll(async () => {
  mkdirSync(path.join(folder, 'assets', 'bench'), { recursive: true });
  writeFileSync(path.join(folder, 'assets', 'bench', 'move-1a2b3c4d.js'), SCRIPT);
  writeFileSync(path.join(folder, 'assets', 'bench', 'scan-worker-1a2b3c4d.js'), SCRIPT);
  writeFileSync(path.join(home, 'secret.js'), 'secret');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(home, { recursive: true });
});

interface Answer {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

const ask = (file: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const clientRequest = request({ port, host: '127.0.0.1', path: file, headers, method }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    clientRequest.on('error', reject).end();
  });

const FILE = '/assets/bench/move-1a2b3c4d.js';

test('a script is sent compressed, cached for a year, and identical each time', async () => {
  for (const [accepted, encoding, unpack] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
  ] as const) {
    const { status, headers, body } = await ask(FILE, { 'accept-encoding': accepted });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      // Chromium uses its compiled copy only where it cannot compile while loading.
      'content-type': 'text/javascript; charset=iso-8859-2',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      'content-length': String(body.length),
    });
    expect(unpack(body).toString()).toBe(SCRIPT);
  }
});

test('the script of a worker is sent with the charset in which it is written', async () => {
  const { headers } = await ask('/assets/bench/scan-worker-1a2b3c4d.js', { 'accept-encoding': 'br' });
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
  });
});

test('a client without compression or with a range request gets the plain file', async () => {
  const plainAnswer = await ask(FILE);
  expect(plainAnswer.headers['content-encoding']).toBeUndefined();
  expect(plainAnswer.body.toString()).toBe(SCRIPT);
  const part = await ask(FILE, { 'accept-encoding': 'identity', range: 'bytes=0-5' });
  expect([part.status, part.body.toString()]).toEqual([206, 'export']);
});

test('a HEAD request gets the same headers without a body', async () => {
  const { headers, body } = await ask(FILE, { 'accept-encoding': 'br' }, 'HEAD');
  expect(headers['content-encoding']).toBe('br');
  expect(body).toHaveLength(0);
});

test('files outside the folder and missing files are not served', async () => {
  for (const file of [
    '/assets/%2e%2e/%2e%2e/secret.js',
    '/assets/..%2f..%2fsecret.js',
    '/assets/gone-1a2b3c4d.js',
  ])
    expect((await ask(file, { 'accept-encoding': 'br' })).body.toString(), file).not.toContain('secret');
  expect((await ask('/assets/gone-1a2b3c4d.js', { 'accept-encoding': 'br' })).status).toBe(404);
});
