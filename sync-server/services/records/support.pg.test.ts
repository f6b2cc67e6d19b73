import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ListedSupportRequest } from '#db/records/support/shown-support-request.ts';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

let lab: DemoServer;
const folder = mkdtempSync(path.join(os.tmpdir(), 'support-'));
beforeAll(async () => {
  lab = await openDemoServer();
  lab.services.env = { ...lab.services.env, DATA_DIR: folder };
});
beforeEach(() => lab.rows('DELETE FROM attempt'));
afterAll(async () => {
  await lab.close();
  rmSync(folder, { recursive: true });
});

const SUPPORT_FORM = {
  subject: 'SHIPMENT',
  about: 'W-000105',
  message: 'The parcel has not moved\nsince Monday.',
};
const ask = (caller: Caller, more: object = {}) =>
  lab.call(caller, 'post', '/api/support', { ...SUPPORT_FORM, ...more });

test('a message reaches the support address of the own business entity with its sender and a reference', async () => {
  for (const [caller, to] of [
    ['COMPANY_USER', 'support@wbl.example'],
    ['RESONANT:CLINICIAN', 'support@resonant.example'],
  ] as const) {
    const { status, body } = await ask(caller);
    expect([status, body.error]).toEqual([201, undefined]);
    expect(body.reference).toMatch(/^SR-[2-9C-Y]{6}$/);
    const [mail] = await lab.rows(
      `SELECT "to", subject, text FROM email WHERE kind = 'SUPPORT_REQUEST' AND data ->> 'reference' = $1`,
      [body.reference],
    );
    expect(mail).toMatchObject({ to, subject: `${body.reference}: A shipment` });
    expect(mail?.text).toContain('since Monday.');
    expect(mail?.text).toContain('W-000105');
    expect(mail?.text).toMatch(/Email: \S+@/);
  }
});

test('an empty message, an unknown subject or an anonymous caller sends nothing', async () => {
  expect((await ask('COMPANY_USER', { message: 'Help' })).status).toBe(422);
  expect((await ask('COMPANY_USER', { subject: 'SPAM' })).status).toBe(422);
  expect((await ask('COMPANY_USER', { to: 'victim@evil.example' })).status).toBe(422);
  expect((await ask(null)).status).toBe(401);
});

const requests = async (caller: Caller, query = ''): Promise<ListedSupportRequest[]> =>
  (await lab.call(caller, 'get', `/api/support?${query}`)).body.rows;

/** Upload a text as a person and return its id. */
async function upload(caller: Caller, title: string): Promise<string> {
  const bytes = Buffer.from('What the courier wrote to us.');
  const about = { title, size: bytes.length, type: 'text/plain', fileType: 'UPLOADED_DOCUMENT' };
  const { body } = await lab.call(caller, 'post', '/api/s3/presigned', { ...about, subType: 'ATTACHMENT' });
  const uploadAnswer = await request(lab.server)
    .put(body.url)
    .set(lab.headersOf(caller))
    .set('Content-Type', 'application/octet-stream')
    .send(bytes);
  expect(uploadAnswer.status).toBe(204);
  return body.id;
}

test('the lab lists open requests and records their outcome, which the sender reads', async () => {
  const { body } = await ask('COMPANY_USER');
  const find = async (caller: Caller) =>
    (await requests(caller, `search=${body.reference}`)).find(
      ({ reference }) => reference === body.reference,
    );
  const open = await find('CS_REP');
  expect(open).toMatchObject({ status: 'OPEN', about: 'W-000105', closedBy: null, files: 0 });
  expect(open?.askedByEmail).toMatch(/@/);
  const close = (caller: Caller, status: string, seenVersion: number, reason = 'Told the tracking number') =>
    lab.call(caller, 'patch', `/api/support/${open?.id}/status`, { seenVersion, status, reason });
  expect((await close('COMPANY_USER', 'CLOSED', 1)).status).toBe(403);
  expect((await close('CS_REP', 'CLOSED', 1, '')).status).toBe(422);
  expect((await close('CS_REP', 'CLOSED', 1)).status).toBe(200);
  expect((await close('CS_REP', 'CLOSED', 2)).status).toBe(409);
  expect(await find('COMPANY_USER')).toMatchObject({ status: 'CLOSED', outcome: 'Told the tracking number' });
  expect((await close('CS_REP', 'OPEN', 2, 'It came up again')).status).toBe(200);
  expect(await find('COMPANY_USER')).toMatchObject({ status: 'OPEN', outcome: null });
});

test('only the sender and support staff see a request', async () => {
  const { body } = await ask('INSTITUTION_MANAGER');
  for (const caller of ['COMPANY_MANAGER', 'LAB_TECH', 'RESONANT:CS_REP'] as const)
    expect((await requests(caller, `search=${body.reference}`)).length).toBe(0);
  expect((await requests('CS_MANAGER', 'status=OPEN')).length).toBeGreaterThan(0);
  expect((await requests('CS_MANAGER', 'status=OPEN')).every(({ status }) => status === 'OPEN')).toBe(true);
});

test('files are attached: the lab and their sender read them, a colleague does not', async () => {
  const fileId = await upload('COMPANY_USER', 'courier.txt');
  const { status, body } = await ask('COMPANY_USER', { fileIds: [fileId] });
  expect([status, body.error]).toEqual([201, undefined]);
  const [request] = await requests('CS_REP', `search=${body.reference}`);
  expect(request?.files).toBe(1);
  const files = async (caller: Caller) =>
    lab.call(caller, 'get', `/api/s3/downloads?targetType=SupportRequest&targetId=${request?.id}`);
  for (const caller of ['CS_REP', 'COMPANY_USER'] as const)
    expect((await files(caller)).body.rows).toMatchObject([{ title: 'courier.txt' }]);
  expect((await files('COMPANY_MANAGER')).body.rows).toEqual([]);
  expect((await files('INSTITUTION_USER')).status).toBe(404);
  const [mail] = await lab.rows(`SELECT text FROM email WHERE data ->> 'reference' = $1`, [body.reference]);
  expect(mail?.text).toContain('courier.txt');
});

test("another person's file, an already attached one and too many are refused, and nothing is sent", async () => {
  const ownFile = await upload('COMPANY_USER', 'mine.txt');
  const foreignFile = await upload('COMPANY_MANAGER', 'theirs.txt');
  expect((await ask('COMPANY_USER', { fileIds: [foreignFile] })).status).toBe(404);
  expect((await ask('COMPANY_USER', { fileIds: [ownFile] })).status).toBe(201);
  expect((await ask('COMPANY_USER', { fileIds: [ownFile] })).status).toBe(404);
  expect((await ask('COMPANY_USER', { fileIds: Array.from({ length: 6 }, () => ownFile) })).status).toBe(422);
});

test('the number of messages to the lab is limited', async () => {
  const answers: number[] = [];
  for (let n = 0; n < 11; n += 1) answers.push((await ask('INSTITUTION_USER')).status);
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
});
