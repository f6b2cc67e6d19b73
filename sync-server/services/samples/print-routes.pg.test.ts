import http from 'node:http';
import { pino } from 'pino';
import request from 'supertest';
import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#sync-server/app.ts';
import { readEnv } from '#sync-server/config/env.ts';
import type { Session } from '#sync-server/http/session.ts';
import { openTestLab, type TestLab } from '#sync-server/sync/test-lab.ts';
import { printRoutes } from './print-routes.ts';

let lab: TestLab;
let server: http.Server;
let session: Session | null;

beforeAll(async () => {
  lab = await openTestLab();
  const services = {
    pool: lab.database.pool,
    env: readEnv({ PRINTERS: 'bench-1=10.0.0.5:9100/300' }),
    logger: pino({ level: 'silent' }),
    readSession: async () => session,
    now: () => new Date(lab.now.value),
    stopping: new AbortController().signal,
  };
  server = http.createServer(createApp(services, { routes: printRoutes, dist: '/nonexistent' }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await lab.database.drop();
});

test('bench roles see the names of the lab’s printers, never their addresses', async () => {
  session = { ...lab.tess, email: 'x@wbl.example', isSuperAdmin: false, permissions: [] };
  const answer = await request(server).get('/api/lab/printers').set('Host', 'localhost');
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    printers: [
      { name: 'stub', dpi: 203 },
      { name: 'bench-1', dpi: 300 },
    ],
  });
  session = null;
  const anonymousAnswer = await request(server).get('/api/lab/printers').set('Host', 'localhost');
  expect(anonymousAnswer.status).toBe(401);
});

test('a print job of a device is logged once, and the log shows it', async () => {
  session = { ...lab.tess, email: 'x@wbl.example', isSuperAdmin: false, permissions: [] };
  const job = {
    id: ulid(),
    printer: 'BROWSER',
    kind: 'TUBE',
    labels: [{ barcode: 'W26325-0101-01', lines: ['EXTRACT'] }],
    copies: 1,
  };
  const send = () => request(server).post('/api/lab/print-jobs').set('Host', 'localhost').send(job);
  const first = await send();
  expect([first.status, first.body.repeated]).toEqual([200, false]);
  expect((await send()).body).toEqual({ job: first.body.job, repeated: true });
  const log = await request(server).get('/api/lab/print-jobs').set('Host', 'localhost');
  expect(log.body.rows.map(({ id }: { id: string }) => id)).toEqual([job.id]);
});
