import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#sync-server/app.ts';
import { readEnv } from '#sync-server/config/env.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { jsonRoute, streamRoute } from './api-route.ts';
import { readBody } from './request-bodies.ts';

const LIMIT_MS = 150;
const pool = createPool('postgres://nobody:secret@127.0.0.1:1/none');
let server: http.Server;
let port: number;

const routes = [
  jsonRoute({ method: 'post', path: '/api/entity', access: 'open', handler: async () => ({ ok: true }) }),
  streamRoute({
    method: 'put',
    path: '/api/lab/specimens/photos/:id',
    access: 'open',
    handler: async (_call, request, response) => {
      const bytes = await readBody(request, { limit: 1_000_000, tooLarge: 'x' });
      response.json({ length: bytes.length });
    },
  }),
];

beforeAll(async () => {
  const services = {
    pool,
    env: readEnv({}),
    logger: pino({ level: 'silent' }),
    readSession: async () => null,
    now: () => new Date(),
    stopping: new AbortController().signal,
  };
  server = http.createServer(createApp(services, { routes, dist: '/nonexistent', slowBodyMs: LIMIT_MS }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await pool.end();
});

/**
 * Send the head of a request and then what `feed` writes; returns all received text until the connection
 * closes.
 */
function send(head: readonly string[], feed: (socket: net.Socket) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.write(`${[...head, 'Host: localhost', '', ''].join('\r\n')}`);
      feed(socket);
    });
    socket.on('data', (bytes) => {
      answer += String(bytes);
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

/** Write a chunk every few milliseconds while the connection lives, or a given number of times. */
function trickle(socket: net.Socket, piece: Buffer, everyMs: number, times = Number.POSITIVE_INFINITY): void {
  let writeCount = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || writeCount === times) return clearInterval(timer);
    writeCount += 1;
    socket.write(piece, () => undefined);
  }, everyMs);
  socket.on('close', () => clearInterval(timer));
}

const JSON_HEAD = ['POST /api/entity HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 5000'];
const FILE_HEAD = ['PUT /api/lab/specimens/photos/one HTTP/1.1', 'Content-Type: application/octet-stream'];

test('a JSON body that stops half-way ends with a clear response', async () => {
  const answer = await send(JSON_HEAD, (socket) => socket.write('{"a":'));
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('Connection: close');
  expect(answer).toContain(
    'The request did not arrive within 1 seconds. Check the connection and send it again.',
  );
});

test('a JSON body that drips byte by byte ends at the same time', async () => {
  const answer = await send(JSON_HEAD, (socket) => trickle(socket, Buffer.from(' '), 10));
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

test('a chunked body without an end is ended', async () => {
  const head = ['POST /api/entity HTTP/1.1', 'Content-Type: application/json', 'Transfer-Encoding: chunked'];
  expect(await send(head, (socket) => socket.write('5\r\n{"a":\r\n'))).toMatch(/^HTTP\/1\.1 408 /);
});

test('a dripping file upload is ended', async () => {
  const answer = await send([...FILE_HEAD, 'Content-Length: 500000'], (socket) =>
    trickle(socket, Buffer.from('x'), 10),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

test('a body that drips after its refusal is ended', async () => {
  const head = ['PUT /api/users/profile HTTP/1.1', 'Content-Type: image/png', 'Content-Length: 500000'];
  const answer = await send(head, (socket) => trickle(socket, Buffer.from('x'), 10));
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});

test('a slow but steady file upload succeeds', async () => {
  const pieces = 40;
  const head = [...FILE_HEAD, `Content-Length: ${pieces * 2_000}`, 'Connection: close'];
  const started = performance.now();
  const answer = await send(head, (socket) => trickle(socket, Buffer.alloc(2_000, 'x'), 10, pieces));
  expect(performance.now() - started).toBeGreaterThan(LIMIT_MS);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain(`{"length":${pieces * 2_000}}`);
});
