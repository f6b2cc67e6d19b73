import http from 'node:http';
import { pino } from 'pino';
import request from 'supertest';
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
