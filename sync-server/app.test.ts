import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import request from 'supertest';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DEFAULT_LAB } from '#db/access/lab.ts';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import { createApp } from './app.ts';
import { readEnv } from './config/env.ts';
import { type ApiRoute, created, jsonRoute, streamRoute } from './http/api-route.ts';
import { entityRoute, healthRoute } from './http/public-routes.ts';
import type { Session } from './http/session.ts';
import { createPool } from './postgres/pool.ts';

const dist = mkdtempSync(path.join(os.tmpdir(), 'benchside-dist-'));
mkdirSync(path.join(dist, 'assets'));
writeFileSync(path.join(dist, 'index.html'), '<title>Bench</title>');
writeFileSync(path.join(dist, 'sw.js'), '// worker');
writeFileSync(path.join(dist, 'assets', 'app-1a2b.js'), `// ${'x'.repeat(4000)}`);

const labTech: Session = {
  userId: 'u1',
  userCompanyId: 'm1',
  companyId: 'c1',
  role: 'LAB_TECH',
  entity: 'WBL',
  lab: DEFAULT_LAB,
  name: 'Ada Example',
  email: 'lab-tech@wbl.example',
  isSuperAdmin: false,
  permissions: [],
};

const routes: readonly ApiRoute[] = [
  entityRoute,
  healthRoute,
  jsonRoute({
    method: 'post',
    path: '/api/lab/samples',
    access: 'lab/samples:create',
    body: z.strictObject({ barcode: z.string().min(1) }),
    handler: async ({ body, session }) => created({ barcode: body.barcode, by: session.name }),
  }),
  jsonRoute({
    method: 'get',
    path: '/api/lab/protocols',
    access: 'lab/protocols:delete',
    handler: async () => ({}),
  }),
  jsonRoute({
    method: 'get',
    path: '/api/broken',
    access: 'open',
    handler: async () => {
      throw new Error('column "mrn" of patient 4711 is broken');
    },
  }),
  streamRoute({
    method: 'get',
    path: '/api/pokes',
    access: 'session',
    handler: (_call, _request, response) => {
      response.setHeader('Content-Type', 'text/event-stream');
      response.end(`data: ${'x'.repeat(4000)}\n\n`);
    },
  }),
];

const pool = createPool('postgres://nobody:secret@127.0.0.1:1/none');
let session: Session | null = null;
let log = '';
const logger = pino(
  new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk);
      done();
    },
  }),
);
const app = createApp(
  {
    pool,
    env: readEnv({}),
    logger,
    readSession: async () => session,
    now: () => new Date(),
    stopping: new AbortController().signal,
  },
  { routes, dist },
);
const host = 'localhost:3000';
const get = (url: string) => request(app).get(url).set('Host', host);
const post = (url: string) => request(app).post(url).set('Host', host);

beforeEach(() => {
  session = labTech;
  log = '';
});
afterAll(async () => {
  rmSync(dist, { recursive: true });
  await pool.end();
});

describe('access to the API', () => {
  it('is refused without a session, whatever the body is', async () => {
    session = null;
    const answer = await post('/api/lab/samples').send({ wrong: 1 });
    expect([answer.status, answer.body.code]).toEqual([401, 'UNAUTHENTICATED']);
  });
  it('is refused with a session of the other entity', async () => {
    expect((await get('/api/pokes').set('Host', 'resonant.localhost:3000')).status).toBe(401);
  });
  it('is refused if the role lacks the grant', async () => {
    expect((await get('/api/lab/protocols')).body).toEqual({
      error: 'You do not have permission to perform this action.',
      code: 'FORBIDDEN',
      issues: [],
    });
  });
  it('is refused under an unknown host', async () => {
    const answer = await request(app).get('/').set('Host', 'evil.example');
    expect([answer.status, answer.body.error]).toEqual([400, 'Invalid host']);
    const page = await request(app).get('/').set('Host', 'evil.example').set('Accept', 'text/html,*/*;q=0.8');
    expect([page.status, page.type]).toEqual([400, 'text/html']);
    expect(page.text).toContain('<h1>Invalid host</h1>');
    expect(page.text).not.toContain('evil');
  });
  it('includes the business entity of a host for everybody', async () => {
    const { body } = await get('/api/entity').set('Host', 'resonant.localhost:3000');
    expect(body).toEqual({
      entity: 'RESONANT',
      siteVariant: 'clinical',
      displayName: 'RESONANT',
      logo: { normal: '/entities/resonant.svg', white: '/entities/resonant-white.svg' },
      supportAddress: 'support@resonant.example',
      billingAddress: ENTITY_PROFILE.RESONANT.billingAddress,
      cardPublicKey: null,
    });
  });
  it('is granted to a role with the grant', async () => {
    const answer = await post('/api/lab/samples').send({ barcode: 'W1' });
    expect([answer.status, answer.body]).toEqual([201, { barcode: 'W1', by: 'Ada Example' }]);
  });
  it('requires every route to name a grant, or the server does not start', () => {
    const open = { ...jsonRoute({ method: 'get', path: '/api/x', access: 'open', handler: async () => 1 }) };
    const table: ApiRoute[] = [open];
    Reflect.deleteProperty(open, 'access');
    const services = { pool, env: readEnv({}), logger, readSession: async () => null, now: () => new Date() };
    const start = () =>
      createApp({ ...services, stopping: new AbortController().signal }, { routes: table, dist });
    expect(start).toThrow('Route GET /api/x names no grant. Give it one of db/access/grants.ts.');
  });
});

describe('invalid input', () => {
  it('is a 400 if it is not JSON', async () => {
    const answer = await post('/api/lab/samples').type('json').send('{"barcode":');
    expect([answer.status, answer.body.error]).toEqual([400, 'The body is not valid JSON.']);
  });
  it('is a 413 if larger than 1 MB', async () => {
    const answer = await post('/api/lab/samples').send({ barcode: 'x'.repeat(1_100_000) });
    expect([answer.status, answer.body.code]).toEqual([413, 'TOO_LARGE']);
  });
  it('is a 422 that names the field if it does not fit the schema', async () => {
    const answer = await post('/api/lab/samples').send({ barcode: '' });
    expect([answer.status, answer.body.issues.length, answer.body.issues[0].path]).toEqual([
      422,
      1,
      'barcode',
    ]);
  });
  it('is a 404 in the URL, never a 5xx', async () => {
    expect((await get('/api/%E0%A4%A')).status).toBe(404);
    expect((await get('/api/lab/nothing')).body.code).toBe('NOT_FOUND');
  });
});

describe('a page of another site', () => {
  it('cannot write with our cookie', async () => {
    const byOrigin = await post('/api/lab/samples')
      .set('Origin', 'https://evil.example')
      .send({ barcode: 'W1' });
    const bySite = await post('/api/lab/samples').set('Sec-Fetch-Site', 'cross-site').send({ barcode: 'W1' });
    const byForm = await post('/api/lab/samples').type('form').send('barcode=W1');
    expect([byOrigin.status, bySite.status, byForm.status]).toEqual([403, 403, 400]);
  });
  it('does not hinder the app itself', async () => {
    const answer = await post('/api/lab/samples').set('Origin', `http://${host}`).send({ barcode: 'W1' });
    expect(answer.status).toBe(201);
  });
});

describe('the cache policy', () => {
  it('caches hashed files forever and revalidates everything else', async () => {
    const readCacheControl = async (url: string) => (await get(url)).headers['cache-control'];
    expect(await readCacheControl('/assets/app-1a2b.js')).toBe('public, max-age=31536000, immutable');
    expect(await readCacheControl('/sw.js')).toBe('no-cache');
    expect(await readCacheControl('/lab/samples')).toBe('no-cache');
    expect(await readCacheControl('/api/lab/protocols')).toBe('no-store');
  });
  it('serves the index for an app page, but not for a missing file', async () => {
    expect((await get('/lab/samples/check-in')).text).toBe('<title>Bench</title>');
    expect((await get('/assets/gone.js')).status).toBe(404);
  });
  it('compresses files, but not streams', async () => {
    expect((await get('/assets/app-1a2b.js')).headers['content-encoding']).toBe('gzip');
    expect((await get('/api/pokes')).headers['content-encoding']).toBeUndefined();
  });
});

describe('error handling', () => {
  it('hides internals from the person and logs them under the request id', async () => {
    const answer = await get('/api/broken').set('X-Request-Id', 'handheld-0001');
    expect([answer.status, answer.body.error]).toEqual([500, 'An unknown error occurred. Please try again.']);
    expect(log).toContain('"requestId":"handheld-0001"');
  });
  it('reports in health a missing secret on public hosts', async () => {
    const env = readEnv({ ENTITY_HOSTS: 'lab.example.org=WBL' });
    const services = { pool, env, logger, readSession: async () => null, now: () => new Date() };
    const open = createApp(
      { ...services, stopping: new AbortController().signal },
      { routes: [healthRoute], dist },
    );
    const { status, body } = await request(open).get('/api/health').set('Host', '10.0.0.7');
    expect([status, body.ok, body.reason]).toEqual([
      503,
      false,
      expect.stringContaining('AUTH_SECRET is not set'),
    ]);
  });

  it('reports in health that the database is unavailable', async () => {
    const answer = await request(app).get('/api/health').set('Host', '10.0.0.7');
    expect([answer.status, answer.body]).toEqual([503, { ok: false, version: '0.1.0', database: false }]);
  });
  it('logs one line per request, without query, name or cookie', async () => {
    await post('/api/lab/samples?search=Jane').set('Cookie', 'session=secret').send({ barcode: 'W1' });
    expect(log.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(log)).toMatchObject({
      method: 'POST',
      path: '/api/lab/samples',
      status: 201,
      userId: 'u1',
    });
    expect(log).not.toMatch(/Jane|secret|Ada/);
  });
});
