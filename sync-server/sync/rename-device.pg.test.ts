import { afterAll, beforeAll, expect, test } from 'vitest';
import { RenameDevice } from '#db/sync/wire.ts';
import { enrollDevice, revokeDevice } from './devices.ts';
import { renameDevice } from './rename-device.ts';
import { openTestLab, type TestLab } from './test-lab.ts';

let lab: TestLab;
beforeAll(async () => {
  lab = await openTestLab();
});
afterAll(() => lab.database.drop());

const nameOf = async (id: string): Promise<unknown> =>
  (await lab.database.pool.query('SELECT name FROM device WHERE id = $1', [id])).rows[0]?.name;

test('a device keeps the name given by its user or a manager, also when it renews itself', async () => {
  const { deviceId } = await enrollDevice(lab.settings, lab.tess, { name: 'Chrome on Android' });
  await renameDevice(lab.settings, lab.tess, deviceId, { name: 'Freezer hall 2' });
  await enrollDevice(lab.settings, lab.tess, { name: 'Chrome on Android', deviceId });
  expect(await nameOf(deviceId)).toBe('Freezer hall 2');
  await renameDevice(lab.settings, lab.mara, deviceId, { name: 'Receiving' });
  expect(await nameOf(deviceId)).toBe('Receiving');
});

test('a colleague’s device, one of the other laboratory and a revoked one cannot be renamed', async () => {
  const { deviceId } = await enrollDevice(lab.settings, lab.mara, { name: 'Office' });
  const rename = (actor: TestLab['tess']) => renameDevice(lab.settings, actor, deviceId, { name: 'Mine' });
  await expect(rename(lab.tess)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(rename(lab.rob)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await revokeDevice(lab.settings, lab.mara, deviceId);
  await expect(rename(lab.mara)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await nameOf(deviceId)).toBe('Office');
});

test('a device name must be readable', () => {
  expect(RenameDevice.safeParse({ name: '  ' }).success).toBe(false);
  expect(RenameDevice.safeParse({ name: 'x'.repeat(81) }).success).toBe(false);
  expect(RenameDevice.parse({ name: ' Bench 4 ' })).toEqual({ name: 'Bench 4' });
});
