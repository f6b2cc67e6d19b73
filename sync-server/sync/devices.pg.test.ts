import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { EnrollResponse } from '#db/sync/wire.ts';
import { enrollDevice, revokeDevice } from './devices.ts';
import { readFeed } from './feed.ts';
import { pushOperations } from './push-operations.ts';
import { openTestLab, type TestLab } from './test-lab.ts';

let lab: TestLab;

beforeAll(async () => {
  lab = await openTestLab();
});
afterEach(() => lab.retireDevices());
afterAll(() => lab.database.drop());

test('an enrolled device gets a letter, its first number and blocks for today and the next two days', async () => {
  const enrolled = EnrollResponse.parse(await enrollDevice(lab.settings, lab.tess, { name: 'Zebra 1' }));
  expect(enrolled).toMatchObject({
    offlineLetter: 'A',
    expectedN: 1,
    offlineUntil: '2026-11-24T10:00:00.000Z',
  });
  expect(enrolled.leases.map(({ series, labDay, from, to }) => [series, labDay, from, to])).toEqual([
    ['SPECIMEN', '2026-11-21', 1, 50],
    ['ACCESSION_GROUP', '2026-11-21', 1, 5],
    ['SPECIMEN', '2026-11-22', 1, 50],
    ['ACCESSION_GROUP', '2026-11-22', 1, 5],
    ['SPECIMEN', '2026-11-23', 1, 50],
    ['ACCESSION_GROUP', '2026-11-23', 1, 5],
  ]);
  const renewed = await enrollDevice(lab.settings, lab.tess, {
    name: 'Zebra 1',
    deviceId: enrolled.deviceId,
  });
  expect(renewed).toEqual(enrolled);
});

test('devices that enroll concurrently share neither letters nor numbers', async () => {
  const devices = await Promise.all(
    Array.from({ length: 6 }, (_, i) => enrollDevice(lab.settings, lab.tess, { name: `Zebra ${i}` })),
  );
  expect(new Set(devices.map(({ offlineLetter }) => offlineLetter)).size).toBe(6);
  const blocks = devices.flatMap(({ leases }) =>
    leases.map(({ series, labDay, from }) => `${series} ${labDay} ${from}`),
  );
  expect(new Set(blocks).size).toBe(blocks.length);
});

test('the 25th device takes the letter of the longest silent device, which gets another one', async () => {
  const devices = [];
  for (let i = 0; i < 24; i += 1)
    devices.push(await enrollDevice(lab.settings, lab.tess, { name: `Zebra ${i}` }));
  expect(devices.map(({ offlineLetter }) => offlineLetter).join('')).toBe('ABCDEFGHJKLMNPQRSTUVWXYZ');
  await lab.database.pool.query(`UPDATE device SET last_sync_at = now() - interval '9 days' WHERE id = $1`, [
    devices[4]?.deviceId,
  ]);
  expect(await enrollDevice(lab.settings, lab.tess, { name: 'One more' })).toMatchObject({
    offlineLetter: 'E',
  });
  const back = await enrollDevice(lab.settings, lab.tess, {
    name: 'Zebra 4',
    deviceId: devices[4]?.deviceId ?? '',
  });
  expect(back.offlineLetter).toMatch(/^[A-DF-HJ-NP-Z]$/);
  await revokeDevice(lab.settings, lab.tess, devices[7]?.deviceId ?? '');
  expect((await enrollDevice(lab.settings, lab.tess, { name: 'And one' })).offlineLetter).toBe(
    devices[7]?.offlineLetter,
  );
});

test('a device belongs to the membership that enrolled it: another person’s sign-in neither renews nor uses it', async () => {
  const { deviceId } = await enrollDevice(lab.settings, lab.tess, { name: 'Zebra' });
  await expect(enrollDevice(lab.settings, lab.mara, { name: 'Zebra', deviceId })).rejects.toMatchObject({
    status: 404,
  });
});

test('a push without operations records a contact of the sender’s own device, never of another person’s', async () => {
  const { deviceId } = await enrollDevice(lab.settings, lab.tess, { name: 'Zebra' });
  const push = (actor: typeof lab.tess, waiting: number) =>
    pushOperations(lab.engine, actor, { deviceId, protocol: 1, operations: [], waiting });
  await push(lab.tess, 3);
  await expect(push(lab.mara, 0)).rejects.toMatchObject({ status: 404 });
  const { rows } = await lab.database.pool.query('SELECT waiting, last_user_id FROM device WHERE id = $1', [
    deviceId,
  ]);
  expect(rows).toEqual([{ waiting: 3, last_user_id: lab.tess.userId }]);
});

test('only its registrar and the lab’s deciders may revoke a device, which learns it from the feed', async () => {
  const { deviceId, generation } = await enrollDevice(lab.settings, lab.tess, { name: 'Zebra' });
  await expect(
    revokeDevice(lab.settings, { ...lab.tess, userId: 'somebody' }, deviceId),
  ).rejects.toMatchObject({ status: 403 });
  await expect(revokeDevice(lab.settings, lab.rob, deviceId)).rejects.toMatchObject({ status: 404 });
  const ask = () =>
    readFeed(lab.database.pool, lab.tess, { generation, cursor: 0, limit: 10, device: deviceId });
  await ask();
  await revokeDevice(lab.settings, lab.mara, deviceId);
  await expect(ask()).rejects.toMatchObject({ code: 'DEVICE_REVOKED' });
  await expect(enrollDevice(lab.settings, lab.tess, { name: 'Zebra', deviceId })).rejects.toMatchObject({
    code: 'DEVICE_REVOKED',
  });
});

test('a customer’s device cannot enroll', async () => {
  await expect(
    enrollDevice(lab.settings, { ...lab.tess, role: 'COMPANY_USER' }, { name: 'x' }),
  ).rejects.toMatchObject({ status: 403 });
});
