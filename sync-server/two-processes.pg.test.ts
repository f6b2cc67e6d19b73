import { type ChildProcess, spawn } from 'node:child_process';
import http from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import request from 'supertest';
import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDemoDatabase } from './demo/demo-server.ts';
import type { TestDatabase } from './postgres/test-database.ts';

const MAIN = path.join(path.dirname(fileURLToPath(import.meta.url)), 'main.ts');

interface Process {
  child: ChildProcess;
  port: number;
  exit: Promise<number | null>;
}

let database: TestDatabase;
let one: Process;
let two: Process;

/** Start a whole server process on a free port, and wait until it is ready. */
function start(): Promise<Process> {
  const env = {
    PATH: process.env['PATH'],
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    AUTH_SECRET: 'one secret for both processes behind the balancer',
  };
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
      const port = /ready on http:\/\/localhost:(\d+)/.exec(output)?.[1];
      if (port) resolve({ child, port: Number(port), exit });
    });
    exit.then((code) => reject(new Error(`The server ended with ${code}.`)));
  });
}

beforeAll(async () => {
  database = await createDemoDatabase();
  [one, two] = await Promise.all([start(), start()]);
});
afterAll(async () => {
  for (const { child } of [one, two]) if (child.exitCode === null) child.kill('SIGKILL');
  await Promise.all([one.exit, two.exit]);
  await database.drop();
});

async function signIn({ port }: Process, email: string) {
  const agent = request.agent(`http://127.0.0.1:${port}`);
  agent.set('Host', 'localhost');
  const { body } = await agent.get('/api/auth/csrf').expect(200);
  const form = {
    email,
    password: 'demo-password-1',
    csrfToken: body.csrfToken,
    callbackUrl: '/',
    json: 'true',
  };
  const { headers } = await agent.post('/api/auth/callback/credentials').type('form').send(form);
  const cookie = [headers['set-cookie'] ?? []]
    .flat()
    .map((part) => part.split(';')[0])
    .join('; ');
  return { agent, cookie };
}

interface Stream {
  /** Resolve when a poke names this revision or a later one. */
  waitForRevision(rev: number): Promise<void>;
  closing: Promise<void>;
}

function openStream({ port }: Process, cookie: string): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const options = {
      port,
      host: '127.0.0.1',
      path: '/api/sync/stream',
      headers: { Host: 'localhost', Cookie: cookie },
    };
    http
      .get(options, (answer) => {
        let head = -1;
        const waiting: { rev: number; done: () => void }[] = [];
        const notifyWaiting = () => {
          for (const { rev, done } of waiting) if (head >= rev) done();
        };
        answer.on('data', (chunk) => {
          for (const match of String(chunk).matchAll(/"rev":(\d+)/g)) head = Number(match[1]);
          notifyWaiting();
          resolve({
            waitForRevision: (rev) =>
              new Promise((done) => {
                waiting.push({ rev, done });
                notifyWaiting();
              }),
            closing: new Promise((done) => answer.once('end', done)),
          });
        });
        answer.once('error', reject);
      })
      .once('error', reject);
  });
}

test('a change sent to one process is announced by the other, and a stopped process ends its streams', async () => {
  const tech = await signIn(one, 'lab-tech@wbl.example');
  const manager = await signIn(two, 'lab-manager@wbl.example');
  const stream = await openStream(two, manager.cookie);
  const { body: device } = await tech.agent.post('/api/sync/devices').send({ name: 'Zebra' }).expect(200);
  const { rows } = await database.pool.query(
    `SELECT id FROM sample WHERE entity = 'WBL' AND status = 'IN_QUEUE' AND storage_location_id IS NOT NULL ORDER BY id LIMIT 1`,
  );
  const operation = {
    id: ulid(),
    n: 1,
    name: 'check-out-sample',
    version: 1,
    occurredAt: new Date().toISOString(),
    base: {},
    dependsOn: [],
    args: { sampleId: rows[0]?.['id'], purpose: 'BATCH' },
  };
  const push = { deviceId: device.deviceId, protocol: 1, operations: [operation] };
  const { body: pushed } = await tech.agent.post('/api/sync/operations').send(push).expect(200);
  expect(pushed.verdicts).toMatchObject([{ outcome: 'APPLIED' }]);
  await stream.waitForRevision(pushed.verdicts[0].rev);
  // The same operation sent to the other process is a repetition.
  const other = await signIn(two, 'lab-tech@wbl.example');
  const { body: replay } = await other.agent.post('/api/sync/operations').send(push).expect(200);
  expect(replay.verdicts).toEqual(pushed.verdicts);

  two.child.kill('SIGTERM');
  await stream.closing;
  expect(await two.exit).toBe(0);
  expect((await request(`http://127.0.0.1:${one.port}`).get('/api/health')).status).toBe(200);
});
