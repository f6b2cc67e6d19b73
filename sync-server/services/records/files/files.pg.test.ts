import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

// The smallest possible PNG: one pixel.
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const picture = { title: 'me.png', size: PNG.length, type: 'image/png', fileType: 'IMAGE' };

let lab: DemoServer;
const folder = mkdtempSync(path.join(os.tmpdir(), 'files-'));
beforeAll(async () => {
  lab = await openDemoServer();
  lab.services.env = { ...lab.services.env, DATA_DIR: folder };
});
afterAll(async () => {
  await lab.close();
  rmSync(folder, { recursive: true });
});

const listStoredFiles = (): string[] => {
  const images = path.join(folder, 'files', 'images');
  return existsSync(images) ? readdirSync(images) : [];
};
const idOf = async (role: string, entity = 'WBL'): Promise<string> =>
  (
    await lab.rows<{ id: string }>(`SELECT user_id AS id FROM user_company WHERE role = $1 AND entity = $2`, [
      role,
      entity,
    ])
  )[0]?.id ?? '';
const announce = async (caller: Caller, changes: object = {}) =>
  lab.call(caller, 'post', '/api/s3/presigned', { ...picture, ...changes });
const uploadBytes = (caller: Caller, url: string, bytes: Buffer = PNG, type = 'image/png') =>
  request(lab.server).put(url).set(lab.headersOf(caller)).set('Content-Type', type).send(bytes);
const show = async (caller: Caller, userId: string): Promise<string> =>
  (await lab.call(caller, 'post', `/api/s3/presigned/${userId}`, { fileType: 'IMAGE' })).body.url;
const get = (caller: Caller, url: string) => request(lab.server).get(url).set(lab.headersOf(caller));
async function setPicture(caller: Caller): Promise<void> {
  const { body } = await announce(caller);
  expect((await uploadBytes(caller, body.url)).status).toBe(204);
}

test('a picture is declared, uploaded, shown to colleagues, replaced, and removed', async () => {
  const tech = await idOf('LAB_TECH');
  expect(await show('LAB_TECH', tech)).toBe('');
  await setPicture('LAB_TECH');
  const url = await show('LAB_MANAGER', tech);
  const photoAnswer = await get('LAB_MANAGER', url);
  expect([
    photoAnswer.status,
    photoAnswer.headers['content-type'],
    photoAnswer.headers['x-content-type-options'],
  ]).toEqual([200, 'image/png', 'nosniff']);
  expect(photoAnswer.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  expect(Buffer.compare(photoAnswer.body, PNG)).toBe(0);
  await setPicture('LAB_TECH');
  expect(listStoredFiles()).toHaveLength(1);
  expect((await get('LAB_MANAGER', url)).status).toBe(404);
  const removed = await lab.call('LAB_TECH', 'delete', `/api/users/profile-image/${tech}`);
  expect(removed.body).toEqual({ message: 'Profile image removed successfully' });
  expect([listStoredFiles(), await show('LAB_TECH', tech)]).toEqual([[], '']);
  const events = await lab.rows(
    `SELECT type FROM event WHERE target_type = 'User' AND target_id = $1 AND type LIKE 'FILE_%' ORDER BY id`,
    [tech],
  );
  expect(events.map(({ type }) => type)).toEqual(['FILE_UPLOADED', 'FILE_UPLOADED', 'FILE_DELETED']);
});

test('a picture is checked by its content, not by its name', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const { body } = await announce('RESEARCH_ASSISTANT', { size: svg.length });
  const refusal = await uploadBytes('RESEARCH_ASSISTANT', body.url, svg);
  expect([refusal.status, refusal.body.error]).toEqual([
    422,
    'This file is not a PNG, JPEG or GIF picture. Choose another one.',
  ]);
  const jpeg = await announce('RESEARCH_ASSISTANT', { title: 'me.jpg', type: 'image/jpeg' });
  expect((await uploadBytes('RESEARCH_ASSISTANT', jpeg.body.url, PNG, 'image/jpeg')).status).toBe(422);
  for (const wrong of [
    { type: 'image/svg+xml', title: 'x.svg' },
    { title: 'me.exe' },
    { size: 5_000_001 },
    { size: 0 },
    { type: 'text/html' },
    { key: 'x' },
  ])
    expect((await announce('RESEARCH_ASSISTANT', wrong)).status).toBe(422);
  const other = await announce('RESEARCH_ASSISTANT', {
    fileType: 'INVOICE',
    title: 'a.pdf',
    type: 'application/pdf',
  });
  expect([other.status, other.body.error]).toEqual([
    422,
    expect.stringContaining('Choose one of these kinds'),
  ]);
  expect(listStoredFiles()).toEqual([]);
});

test('more or less than the declared size is refused', async () => {
  const { body } = await announce('RESEARCH_ASSISTANT', { size: 20 });
  expect((await uploadBytes('RESEARCH_ASSISTANT', body.url)).status).toBe(413);
  const larger = await announce('RESEARCH_ASSISTANT', { size: 2_000 });
  expect((await uploadBytes('RESEARCH_ASSISTANT', larger.body.url)).status).toBe(422);
  expect(listStoredFiles()).toEqual([]);
});

test('a URL is valid for one person, one operation, one file and a few minutes', async () => {
  const { body } = await announce('CS_REP');
  expect((await uploadBytes('CS_MANAGER', body.url)).status).toBe(404);
  expect((await uploadBytes(null, body.url)).status).toBe(401);
  expect((await get('CS_REP', body.url)).status).toBe(404);
  const another = await announce('CS_REP');
  const [, query] = body.url.split('?');
  expect((await uploadBytes('CS_REP', `/api/s3/files/${another.body.id}?${query}`)).status).toBe(404);
  const { now } = lab.services;
  lab.services.now = () => new Date(Date.now() + 6 * 60_000);
  expect((await uploadBytes('CS_REP', body.url)).status).toBe(404);
  lab.services.now = now;
  expect((await uploadBytes('CS_REP', body.url)).status).toBe(204);
  expect((await uploadBytes('CS_REP', body.url)).status).toBe(409);
  const foreign = await uploadBytes('CS_REP', another.body.url).set('Sec-Fetch-Site', 'cross-site');
  expect(foreign.status).toBe(403);
});

test("an invisible person has no picture, and nobody removes another person's picture", async () => {
  await setPicture('COMPANY_MANAGER');
  await setPicture('INSTITUTION_MANAGER');
  const [company, university, resonant] = [
    await idOf('COMPANY_MANAGER'),
    await idOf('INSTITUTION_MANAGER'),
    await idOf('CLINICIAN', 'RESONANT'),
  ];
  expect(await show('COMPANY_USER', company)).not.toBe('');
  expect(await show('COMPANY_USER', university)).toBe('');
  expect(await show('CS_MANAGER', university)).not.toBe('');
  expect(await show('RESONANT:ADMIN', university)).toBe('');
  expect((await lab.call('COMPANY_USER', 'delete', `/api/users/profile-image/${company}`)).status).toBe(404);
  expect((await lab.call('ADMIN', 'delete', `/api/users/profile-image/${resonant}`)).status).toBe(404);
  expect((await lab.call('ADMIN', 'delete', `/api/users/profile-image/${university}`)).status).toBe(200);
  const mass = await lab.call('COMPANY_USER', 'delete', '/api/users/profile-image/..%2F..%2Fetc');
  expect(mass.status).toBe(422);
});

test('files are deleted by their keys: own ones, or any with the full grant, all or none', async () => {
  const ownUpload = await announce('LAB_TECH');
  await uploadBytes('LAB_TECH', ownUpload.body.url);
  const foreignUpload = await announce('SALES_REP');
  await uploadBytes('SALES_REP', foreignUpload.body.url);
  const remove = (caller: Caller, ...s3Keys: string[]) =>
    lab.call(caller, 'delete', '/api/s3/delete', { fileType: 'IMAGE', s3Keys });
  expect((await remove('LAB_TECH', ownUpload.body.key, foreignUpload.body.key)).status).toBe(404);
  expect((await remove('RESONANT:ADMIN', foreignUpload.body.key)).status).toBe(404);
  expect((await remove('RESONANT:CLINICAL_BILLING_MANAGER', foreignUpload.body.key)).status).toBe(403);
  expect((await remove('LAB_TECH', ownUpload.body.key)).body).toEqual({ deleted: 1 });
  expect(await show('LAB_TECH', await idOf('LAB_TECH'))).toBe('');
  expect((await remove('PROJECT_MANAGER', foreignUpload.body.key)).status).toBe(200);
  expect((await remove('PROJECT_MANAGER', foreignUpload.body.key)).status).toBe(404);
  expect(listStoredFiles()).not.toContain(foreignUpload.body.id);
});

test('a name with tags stays plain text', async () => {
  const title = '<img src=x onerror=alert(1)>.png';
  const { status, body } = await announce('DEVELOPER', { title });
  expect(status).toBe(200);
  expect((await uploadBytes('DEVELOPER', body.url)).status).toBe(204);
  const audit = await lab.call('DEVELOPER', 'get', '/api/audit-log?tableName=s3_file&limit=1');
  expect(audit.headers['content-type']).toContain('application/json');
});
