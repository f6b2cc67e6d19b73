import { ulid } from 'ulid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  buildReceivingWorld,
  buildSession,
  buildTube,
  signSession,
} from '#db/factories/benches/receiving-bench.ts';
import { buildProcedure } from '#db/factories/build-protocols.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { unsentAsJson } from '#pwa/replica/operations/export-unsent.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { noContact, syncStatus } from '#pwa/replica/sync/status.ts';
import { type BenchLab, openBenchLab } from './bench-lab.ts';
import { insertWorld } from './bench-world.ts';
import { openBench, type PersonAtBench } from './person-at-bench.ts';
import { openDevice, readShown, syncOnce } from './simulated-device.ts';

// A photo taken offline survives the browser, is reported, and reaches the server exactly once.

// A JPEG of 4 × 4 pixels.
const JPEG = Uint8Array.from(
  Buffer.from(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/yQALCAAEAAQBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=',
    'base64',
  ),
);

let lab: BenchLab;
let ann: PersonAtBench;
let bench: Replica;
let group = '';
let photo = '';
let tube = buildTube();

beforeEach(async () => {
  const world = buildReceivingWorld();
  for (const stage of ['preparation', 'extraction', 'library', 'sequencing'])
    world.putRow(procedure, buildProcedure({ id: `procedure-${stage}`, code: stage }));
  lab = await openBenchLab();
  await insertWorld(lab, world);
  ann = await openBench(
    lab,
    buildActor({ userId: 'user-ann', userCompanyId: 'membership-ann', name: 'Ann' }),
  );
  bench = ann.replica;
  group = ulid();
  photo = ulid();
  tube = buildTube({ condition: 'LEAKING' });
});
afterEach(async () => {
  await bench.close();
  await lab.close();
});

const draftKey = (): string => `accession|${group}`;

async function takePhoto(id = photo, about = 'package'): Promise<void> {
  const takenPhoto = { id, groupId: group, about, draftKey: draftKey(), takenAt: new Date().toISOString() };
  await bench.store.side.drafts.put({ key: draftKey(), value: {}, updatedAt: takenPhoto.takenAt });
  await bench.photos.add(takenPhoto, JPEG);
}

async function receives(photoFileIds: string[] = [photo]): Promise<void> {
  const session = await signSession(
    buildSession({
      accessionGroupId: group,
      packageCondition: 'DAMAGED',
      photoFileIds,
      missingSpecimenIds: [],
      tubes: [{ ...tube, occurredAt: new Date(Date.now() - 60_000).toISOString() }],
    }),
  );
  const proof = ann.proves(session.signature.contentHash);
  const signature = { ...session.signature, printedName: ann.actor.name, proof };
  await ann.does('accession-shipment', { ...session, signature }, 0);
  await bench.store.side.drafts.delete(draftKey());
}

async function restart(more: { requestTimeoutMs?: number } = {}): Promise<void> {
  const { name } = bench.store;
  await bench.close();
  bench = await openDevice({ name, actor: ann.actor, send: lab.sendAs(ann.actor), ...more });
}

const status = (device = bench) =>
  syncStatus(
    {
      ...noContact,
      online: true,
      lastContactAt: Date.now(),
      position: { generation: 'g', cursor: 1e9 },
      head: 0,
    },
    device.outbox.all(),
    0,
    Date.now(),
    device.photos.all(),
  );
const filesOnServer = async () =>
  (
    await lab.database.pool.query<{ id: string; targetId: string }>(
      `SELECT id, target_id AS "targetId" FROM s3_file WHERE target_type = 'AccessionGroup' AND status = 'STORED'`,
    )
  ).rows;

test('a photo taken offline survives a browser restart and reaches the server exactly once, named by the receipt', async () => {
  await takePhoto();
  expect(status()).toMatchObject({ photos: 0, state: 'synced' });
  await receives();
  expect(status()).toMatchObject({ waiting: 1, photos: 1, state: 'waiting' });
  await restart();
  expect(status()).toMatchObject({ waiting: 1, photos: 1, state: 'waiting' });
  expect(await syncOnce(bench)).toBe(true);
  // The receipt arrived without its photo, so the device is not synced.
  expect(status()).toMatchObject({ waiting: 0, photos: 1, state: 'waiting' });
  await bench.sendPhotos();
  expect(status()).toMatchObject({ waiting: 0, photos: 0, state: 'synced' });
  expect(await filesOnServer()).toEqual([{ id: photo, targetId: group }]);
  expect(await bench.photos.bytes(photo)).toBeUndefined();
  expect((await readShown(bench, 'orders', group))?.body).toMatchObject({ photoFileIds: [photo] });
});

test('managers see a waiting photo in the list of devices, even after its receipt has arrived, until it is sent', async () => {
  const waiting = async () => {
    const device = (await bench.enrollment())?.deviceId;
    const text = 'SELECT waiting FROM device WHERE id = $1';
    return (await lab.database.pool.query<{ waiting: number }>(text, [device])).rows[0]?.waiting;
  };
  await takePhoto();
  await receives();
  await syncOnce(bench);
  expect(await waiting()).toBe(1);
  lab.becomes({ ...ann.actor, role: 'BILLING_MANAGER' });
  await bench.sendPhotos();
  expect(await waiting()).toBe(1);
  lab.becomes(ann.actor);
  await bench.photos.update([photo], { problem: null });
  await bench.sendPhotos();
  expect(await waiting()).toBe(0);
});

test('a lost answer does not create a second photo', async () => {
  await takePhoto();
  await receives();
  expect(await syncOnce(bench)).toBe(true);
  await restart({ requestTimeoutMs: 500 });
  let lost = 0;
  lab.proxy.spoil = (line) => {
    if (!line.startsWith('PUT ') || lost > 1) return null;
    lost += 1;
    return lost === 1 ? 'request lost' : 'response lost';
  };
  await expect(bench.sendPhotos()).rejects.toThrow();
  expect(await filesOnServer()).toEqual([]);
  await expect(bench.sendPhotos()).rejects.toThrow();
  expect(status()).toMatchObject({ photos: 1, state: 'waiting' });
  lab.proxy.spoil = null;
  await bench.sendPhotos();
  expect(lost).toBe(2);
  expect(await filesOnServer()).toEqual([{ id: photo, targetId: group }]);
  expect(status()).toMatchObject({ photos: 0, state: 'synced' });
});

test('the photo of an abandoned session is deleted, that of an open one is stored and not sent', async () => {
  await takePhoto();
  await bench.sendPhotos();
  expect(bench.photos.all()).toHaveLength(1);
  expect(await filesOnServer()).toEqual([]);
  await bench.store.side.drafts.delete(draftKey());
  await bench.sendPhotos();
  expect(bench.photos.all()).toEqual([]);
  expect(await filesOnServer()).toEqual([]);
});

test("a photo that the server refuses is reported, stored, and sent on the user's request", async () => {
  await takePhoto();
  await receives();
  lab.becomes({ ...ann.actor, role: 'BILLING_MANAGER' });
  await bench.sendPhotos();
  expect(bench.photos.all()).toMatchObject([
    { signed: true, problem: 'You do not have permission to perform this action.' },
  ]);
  expect(status()).toMatchObject({ photos: 0, refusedCount: 1, state: 'conflicts' });
  lab.becomes(ann.actor);
  await bench.photos.update([photo], { problem: null });
  await bench.sendPhotos();
  expect(await filesOnServer()).toEqual([{ id: photo, targetId: group }]);
});

test('the export of unsent work contains the pictures', async () => {
  await takePhoto();
  await receives();
  const exported = JSON.parse(await unsentAsJson(bench, 'now'));
  expect(exported).toMatchObject({
    operations: [{ name: 'accession-shipment' }],
    photos: [{ id: photo, groupId: group, about: 'package', type: 'image/jpeg' }],
  });
  expect(Buffer.compare(Buffer.from(exported.photos[0].base64, 'base64'), Buffer.from(JPEG))).toBe(0);
});

test('a photo that the device cannot store shows an error, and no part of it is stored', async () => {
  await takePhoto();
  await expect(takePhoto()).rejects.toThrow(
    'This device has no room for the photo. Free some space and take it again, or describe it in words.',
  );
  expect(bench.photos.all()).toHaveLength(1);
});
