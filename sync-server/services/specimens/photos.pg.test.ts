import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';

// A JPEG of 4 × 4 pixels.
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAAEAAQBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=',
  'base64',
);
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const GROUP = '01J0000000000000000000GR01';

let lab: DemoServer;
let photoCount = 0;
let photo = '';
const folder = mkdtempSync(path.join(os.tmpdir(), 'photos-'));
beforeAll(async () => {
  lab = await openDemoServer();
  lab.services.env = { ...lab.services.env, DATA_DIR: folder };
});
beforeEach(() => {
  photoCount += 1;
  photo = `01J00000000000000000PH${String(photoCount).padStart(4, '0')}`;
});
afterAll(async () => {
  await lab.close();
  rmSync(folder, { recursive: true });
});

const address = (id: string, group = GROUP): string =>
  `/api/lab/specimens/photos/${id}?accessionGroupId=${group}`;
const send = (
  caller: Caller,
  bytes: Buffer = JPEG,
  { id = photo, type = 'image/jpeg', group = GROUP }: { id?: string; type?: string; group?: string } = {},
) =>
  request(lab.server)
    .put(address(id, group))
    .set(lab.headersOf(caller))
    .set('Content-Type', type)
    .send(bytes);
const show = (caller: Caller, id = photo, group = GROUP) =>
  request(lab.server).get(address(id, group)).set(lab.headersOf(caller));
const readStoredPhotos = async () =>
  (await lab.rows<{ n: number }>('SELECT count(*)::int AS n FROM s3_file WHERE id = $1', [photo]))[0]?.n;

test('a photo is stored under the id that its device has created, scanned, and shown to the lab', async () => {
  expect((await send('LAB_TECH')).status).toBe(204);
  const photoAnswer = await show('LAB_MANAGER');
  expect([
    photoAnswer.status,
    photoAnswer.headers['content-type'],
    photoAnswer.headers['cache-control'],
  ]).toEqual([200, 'image/jpeg', 'private, no-store']);
  expect(Buffer.compare(photoAnswer.body, JPEG)).toBe(0);
  const [row] = await lab.rows(
    'SELECT scan_status, target_type, target_id, sub_type FROM s3_file WHERE id = $1',
    [photo],
  );
  expect(row).toEqual({
    scan_status: 'CLEAN',
    target_type: 'AccessionGroup',
    target_id: GROUP,
    sub_type: 'ATTACHMENT',
  });
  const events = await lab.rows(
    `SELECT type FROM event WHERE target_type = 'AccessionGroup' AND target_id = $1 AND type = 'FILE_UPLOADED'`,
    [GROUP],
  );
  expect(events).toHaveLength(1);
});

test('a photo sent again gets the first response and is stored once, also when both arrive at once', async () => {
  const both = await Promise.all([send('LAB_TECH'), send('LAB_TECH')]);
  expect(both.map(({ status }) => status)).toEqual([204, 204]);
  expect((await send('LAB_TECH')).status).toBe(204);
  expect(await readStoredPhotos()).toBe(1);
  const files = readdirSync(path.join(folder, 'files', 'lab-documents'));
  expect(files.filter((name) => name.startsWith(photo))).toHaveLength(1);
  expect(readdirSync(path.join(folder, 'files', 'incoming'))).toEqual([]);
});

test("another picture under the id, and another person's id, are refused and change nothing", async () => {
  await send('LAB_TECH');
  const other = Buffer.concat([JPEG, Buffer.from([0])]);
  expect((await send('LAB_TECH', other)).status).toBe(409);
  expect((await send('LAB_TECH', JPEG, { group: '01J0000000000000000000GR02' })).status).toBe(409);
  const conflictAnswer = await send('LAB_MANAGER');
  expect([conflictAnswer.status, conflictAnswer.body.error]).toEqual([
    409,
    'Another file has the id of this photo. Take the photo again.',
  ]);
  expect(Buffer.compare((await show('LAB_TECH')).body, JPEG)).toBe(0);
});

test.each([
  [
    'no picture',
    Buffer.from('a note'),
    'image/jpeg',
    422,
    'A photo is sent as JPEG, and this is none. Take it again.',
  ],
  ['a PNG', PNG, 'image/jpeg', 422, 'A photo is sent as JPEG, and this is none. Take it again.'],
  [
    'nothing',
    Buffer.alloc(0),
    'image/jpeg',
    422,
    'A photo is sent as JPEG, and this is none. Take it again.',
  ],
  [
    'more than 5 MB',
    Buffer.concat([JPEG, Buffer.alloc(5_000_000)]),
    'image/jpeg',
    413,
    'The photo is larger than 5 MB. Take it again.',
  ],
])('%s is refused and not stored', async (_label, bytes, type, status, text) => {
  const answer = await send('LAB_TECH', bytes, { type });
  expect([answer.status, answer.body.error]).toEqual([status, text]);
  expect(await readStoredPhotos()).toBe(0);
});

test('a photo from a form of another site is refused', async () => {
  expect((await send('LAB_TECH', JPEG, { type: 'text/plain' })).status).toBeGreaterThanOrEqual(400);
  expect(await readStoredPhotos()).toBe(0);
});

test('customers and anonymous callers can neither send nor see photos, an office of the other entity finds none', async () => {
  await send('LAB_TECH');
  expect((await send('COMPANY_USER', JPEG, { id: 'photo-of-a-customer' })).status).toBe(403);
  expect((await send(null, JPEG, { id: 'photo-of-nobody' })).status).toBe(401);
  expect((await show('COMPANY_MANAGER')).status).toBe(403);
  expect((await show(null)).status).toBe(401);
  expect((await show('RESONANT:CS_MANAGER')).status).toBe(404);
  expect((await show('LAB_MANAGER', photo, '01J0000000000000000000GR02')).status).toBe(404);
});

test('a photo that has not arrived is reported as on the device that signed the receipt', async () => {
  await lab.call('LAB_TECH', 'post', '/api/sync/devices', { name: 'Zebra TC21, bench 3' });
  await lab.rows(
    `INSERT INTO signature (id, created_at, updated_at, entity, type, user_id, printed_name, meaning, target_type, target_id,
       content_hash, occurred_at, device_id, verified, signature_proof)
     SELECT $1 || '-signature', now(), now(), 'WBL', 'SIGNED', d.registered_by_id, 'Tess', 'Received by', 'AccessionGroup',
       $1 || '-group', repeat('a', 64), now(), d.id, 'OK', 'proof' FROM device d WHERE d.name = 'Zebra TC21, bench 3'`,
    [photo],
  );
  await lab.rows(
    `INSERT INTO accession_group (id, created_at, updated_at, entity, group_number, order_ids, received_at, received_by_id,
       package_condition, package_count, expected_count, received_count, missing_count, unexpected_count,
       quarantined_count, photo_file_ids, signature_id)
     SELECT $1 || '-group', now(), now(), 'WBL', 'AG-W26325-77', '{}', now(), user_id, 'DAMAGED', 1, 0, 0, 0, 0, 0,
       ARRAY[$1], id FROM signature WHERE id = $1 || '-signature'`,
    [photo],
  );
  const answer = await show('LAB_MANAGER', photo, `${photo}-group`);
  expect([answer.status, answer.body]).toEqual([202, { notYetFrom: 'Zebra TC21, bench 3' }]);
  await send('LAB_TECH', JPEG, { group: `${photo}-group` });
  expect((await show('LAB_MANAGER', photo, `${photo}-group`)).status).toBe(200);
});
