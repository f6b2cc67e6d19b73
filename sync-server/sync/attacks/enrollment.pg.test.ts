import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { julianDay } from '#db/values/julian-date.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { enrollForged, ForgedDevice } from './forged-device.ts';
import { forgeReceipt } from './forged-receipt.ts';

let lab: DemoServer;
beforeAll(async () => {
  lab = await openDemoServer();
});
beforeEach(async () => {
  lab.services.env = { ...lab.services.env, DEVICES_PER_DAY: 1_000 };
  await lab.rows(`UPDATE device SET created_at = created_at - interval '3 days'`);
  await lab.rows(
    'UPDATE user_company SET devices_per_day = NULL, devices_per_day_until = NULL WHERE devices_per_day IS NOT NULL',
  );
});
afterAll(() => lab.close());

const enrollDevice = (name = 'One more') => lab.call('LAB_TECH', 'post', '/api/sync/devices', { name });
const leaseOf = ({ enrollment }: ForgedDevice, series: string) => {
  const lease = enrollment.leases.find((one) => one.series === series);
  if (!lease) throw new Error(`No lease of ${series}.`);
  return lease;
};
const groupOf = (device: ForgedDevice, sequence = leaseOf(device, 'ACCESSION_GROUP').from): string =>
  `AG-W${julianDay(leaseOf(device, 'ACCESSION_GROUP').labDay)}-${String(sequence).padStart(2, '0')}`;
const specimenOf = (device: ForgedDevice, sequence = leaseOf(device, 'SPECIMEN').from): string =>
  `W${julianDay(leaseOf(device, 'SPECIMEN').labDay)}-${String(sequence).padStart(4, '0')}`;
const receive = async (device: ForgedDevice, groupNumber: string, julianIds: readonly string[] = []) =>
  device.push('accession-shipment', await forgeReceipt(device, { groupNumber, julianIds }));

test("mass enrollment: a person's fourth device per day is refused until an administrator allows more", async () => {
  lab.services.env = { ...lab.services.env, DEVICES_PER_DAY: 3 };
  const first = [await enrollDevice(), await enrollDevice(), await enrollDevice()];
  expect(first.map(({ status }) => status)).toEqual([200, 200, 200]);
  const refusal = await enrollDevice();
  expect([refusal.status, refusal.body]).toMatchObject([
    409,
    {
      code: 'DEVICE_LIMIT',
      error: 'You enrolled 3 devices today. Use one of them, or ask an administrator to allow more.',
    },
  ]);
  const renewed = { name: 'Known', deviceId: first[0]?.body.deviceId };
  expect((await lab.call('LAB_TECH', 'post', '/api/sync/devices', renewed)).status).toBe(200);
  const [tech] = await lab.rows('SELECT user_company_id AS id FROM device WHERE id = $1', [
    first[0]?.body.deviceId,
  ]);
  const more = { userCompanyId: tech?.['id'], devicesPerDay: 4 };
  expect((await lab.call('LAB_MANAGER', 'patch', '/api/users/allow-devices', more)).status).toBe(403);
  expect((await lab.call('LAB_TECH', 'patch', '/api/users/allow-devices', more)).status).toBe(403);
  expect((await lab.call('ADMIN', 'patch', '/api/users/allow-devices', more)).status).toBe(200);
  expect((await enrollDevice()).status).toBe(200);
  expect((await enrollDevice()).body.code).toBe('DEVICE_LIMIT');
  await lab.rows(`UPDATE device SET created_at = created_at - interval '1 day'`);
  expect((await enrollDevice()).status).toBe(200);
});

test('a raised number of devices ends with its day and is shown to administrators', async () => {
  lab.services.env = { ...lab.services.env, DEVICES_PER_DAY: 3 };
  await lab.rows(`UPDATE device SET created_at = created_at - interval '2 days'`);
  const enrolled = [await enrollDevice(), await enrollDevice(), await enrollDevice(), await enrollDevice()];
  expect(enrolled.map(({ status }) => status)).toEqual([200, 200, 200, 409]);
  const [tech] = await lab.rows(
    'SELECT d.user_company_id AS id, u.user_id AS "userId" FROM device d JOIN user_company u ON u.id = d.user_company_id WHERE d.id = $1',
    [enrolled[0]?.body.deviceId],
  );
  const userCompanyId = tech?.['id'];
  const allow = (until: string) =>
    lab.call('ADMIN', 'patch', '/api/users/allow-devices', { userCompanyId, devicesPerDay: 4, until });
  const limitOf = async (caller: 'ADMIN' | 'LAB_MANAGER') => {
    const { body } = await lab.call(caller, 'get', `/api/users/${tech?.['userId']}`);
    const one = body.memberships.find(
      (row: { userCompanyId: string }) => row.userCompanyId === userCompanyId,
    );
    return [one.devicesPerDay, one.devicesPerDayUntil, one.mayAllowDevices];
  };
  const past = await allow('2020-01-01');
  expect([past.status, past.body.error]).toEqual([422, 'Choose today or a later day.']);
  const today = labDayOf(lab.services.now().toISOString(), lab.services.env.LAB_TIMEZONE);
  expect((await allow(today)).status).toBe(200);
  expect(await limitOf('ADMIN')).toEqual([4, today, true]);
  expect((await limitOf('LAB_MANAGER'))[2]).toBe(false);
  expect((await enrollDevice()).status).toBe(200);
  await lab.rows(`UPDATE user_company SET devices_per_day = 9, devices_per_day_until = $2 WHERE id = $1`, [
    userCompanyId,
    '2020-01-01',
  ]);
  expect((await enrollDevice()).body.code).toBe('DEVICE_LIMIT');
  expect(await limitOf('ADMIN')).toEqual([3, null, true]);
});

test('unneeded numbers: an office role that receives nothing gets no leases', async () => {
  for (const role of ['CS_REP', 'CS_MANAGER', 'PROJECT_MANAGER'] as const)
    expect((await enrollForged(lab, role)).enrollment.leases).toEqual([]);
  expect((await enrollForged(lab, 'LAB_TECH')).enrollment.leases.length).toBeGreaterThan(0);
});

test("made-up numbers: a receipt with numbers outside its device's leases is refused and changes nothing", async () => {
  const device = await enrollForged(lab, 'LAB_TECH');
  const other = await enrollForged(lab, 'LAB_MANAGER');
  const before = await lab.fingerprint();
  const freeLetter = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
    .split('')
    .find((one) => one !== device.enrollment.offlineLetter);
  const day = specimenOf(device).slice(0, 6);
  const attempts = [
    [groupOf(device, 88), []],
    [groupOf(other), []],
    [groupOf(device), [`${day}-8888`]],
    [groupOf(device), [specimenOf(other)]],
    [groupOf(device), [`${day}-${freeLetter}001`]],
    [groupOf(device), ['W00001-0001']],
    [groupOf(device), [specimenOf(device), `${day}-8888`]],
  ] as const;
  for (const [group, julianIds] of attempts) {
    const verdict = await receive(device, group, julianIds);
    expect([group, julianIds, verdict.outcome, verdict.code]).toEqual([
      group,
      julianIds,
      'REJECTED',
      'NUMBER_NOT_LEASED',
    ]);
    expect(verdict.message).toMatch(/^Number \S+ was not given to this device\. /);
  }
  expect(await lab.fingerprint()).toBe(before);
});

test('a device’s own numbers and its letter are accepted, also after the letter was reassigned', async () => {
  const device = await enrollForged(lab, 'LAB_TECH');
  expect((await receive(device, groupOf(device), [specimenOf(device)])).outcome).not.toBe('REJECTED');
  await lab.rows('UPDATE device SET offline_letter = NULL WHERE id = $1', [device.id]);
  const byLetter = `${specimenOf(device).slice(0, 6)}-${device.enrollment.offlineLetter}001`;
  const group = `AG-${byLetter.slice(0, 6)}-${device.enrollment.offlineLetter}1`;
  expect((await receive(device, group, [byLetter])).outcome).not.toBe('REJECTED');
});

test('a device that enrolls again may use the numbers of the one that it replaces, but nobody else’s', async () => {
  const old = await enrollForged(lab, 'LAB_TECH');
  const foreignDevice = await enrollForged(lab, 'LAB_MANAGER');
  const enrollReplacement = async (replaces: string) => {
    const { body } = await lab.call('LAB_TECH', 'post', '/api/sync/devices', { name: 'Anew', replaces });
    return new ForgedDevice(lab, 'LAB_TECH', body);
  };
  expect((await receive(await enrollReplacement(old.id), groupOf(old))).outcome).not.toBe('REJECTED');
  expect(await receive(await enrollReplacement(foreignDevice.id), groupOf(foreignDevice))).toMatchObject({
    code: 'NUMBER_NOT_LEASED',
  });
});

test('hoarded numbers: unused numbers of a revoked or signed-out device are reused when a day has no others', async () => {
  const hoarder = await enrollForged(lab, 'LAB_TECH');
  const lease = leaseOf(hoarder, 'SPECIMEN');
  await receive(hoarder, groupOf(hoarder), [specimenOf(hoarder)]);
  await lab.rows(
    `INSERT INTO number_lease (id, device_id, entity, series, lab_day, "from", "to")
     SELECT 'all-others', $1, entity, series, lab_day, max("to") + 1, 8999 FROM number_lease
     WHERE entity = 'WBL' AND series = 'SPECIMEN' AND lab_day = $2 GROUP BY entity, series, lab_day`,
    [hoarder.id, lease.labDay],
  );
  const numbersOf = ({ enrollment }: ForgedDevice) =>
    enrollment.leases.filter(({ series, labDay }) => series === 'SPECIMEN' && labDay === lease.labDay);
  expect(numbersOf(await enrollForged(lab, 'LAB_MANAGER'))).toEqual([]);
  const released = await lab.call('LAB_MANAGER', 'post', `/api/sync/devices/${hoarder.id}/release`);
  expect(released.status).toBe(404);
  expect((await lab.call('LAB_TECH', 'post', `/api/sync/devices/${hoarder.id}/release`)).status).toBeLessThan(
    300,
  );
  const [after] = await lab.rows('SELECT offline_letter FROM device WHERE id = $1', [hoarder.id]);
  expect(after).toEqual({ offline_letter: null });
  expect(numbersOf(await enrollForged(lab, 'LAB_MANAGER'))).toMatchObject([
    { from: lease.from + 1, to: lease.to },
  ]);
  const revoked = await enrollForged(lab, 'LAB_TECH');
  const open = `SELECT count(*)::int AS n FROM number_lease WHERE device_id = $1 AND released_at IS NULL`;
  expect((await lab.rows<{ n: number }>(open, [revoked.id]))[0]?.n).toBeGreaterThan(0);
  await lab.call('LAB_TECH', 'delete', `/api/sync/devices/${revoked.id}`);
  expect(await lab.rows(open, [revoked.id])).toEqual([{ n: 0 }]);
});
