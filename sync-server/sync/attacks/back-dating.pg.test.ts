import { afterAll, beforeAll, expect, test } from 'vitest';
import { BENCH_OPERATIONS } from '#db/bench-operations.ts';
import { OPERATION_LIST } from '#db/operations.ts';
import { type DemoServer, openDemoServer } from '#sync-server/demo/demo-server.ts';
import { enrollForged, type ForgedDevice } from './forged-device.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let lab: DemoServer;
let laterMs = 0;
beforeAll(async () => {
  lab = await openDemoServer();
  lab.services.now = () => new Date(Date.now() + laterMs);
});
afterAll(() => lab.close());

const agoOf = (ms: number): string => new Date(lab.services.now().getTime() - ms).toISOString();
const isQuarantined = async ({ id, n }: ForgedDevice) =>
  (
    await lab.rows<{ quarantined: boolean }>(
      `SELECT quarantined FROM operation WHERE device_id = $1 AND n = $2`,
      [id, n - 1],
    )
  )[0]?.quarantined;

/** Return an operation that bench roles may do: renaming a box of the demo lab. */
async function renameOf(device: ForgedDevice): Promise<[string, object]> {
  const [box] = await device.lab.rows(
    `SELECT id FROM storage_management WHERE type = 'BOX' AND entity = 'WBL' LIMIT 1`,
  );
  return ['change-container', { containerId: box?.['id'], changes: { name: 'Renamed by a forged device' } }];
}

async function demote(device: ForgedDevice, to: string): Promise<() => Promise<void>> {
  const [before] = await lab.rows(
    `SELECT m.id, m.role FROM user_company m JOIN device d ON d.user_company_id = m.id WHERE d.id = $1`,
    [device.id],
  );
  await lab.rows(
    `INSERT INTO event (id, created_at, updated_at, entity, type, target_type, target_id, occurred_at, data, customer_visible)
     VALUES ($1, now(), now(), 'WBL', 'ROLE_CHANGED', 'UserCompany', $2, $3, $4, false)`,
    [
      `demoted-${device.id}`,
      before?.['id'],
      lab.services.now(),
      JSON.stringify({ from: before?.['role'], to }),
    ],
  );
  const setRole = (role?: string) =>
    lab.rows('UPDATE user_company SET role = $2 WHERE id = $1', [before?.['id'], role]);
  await setRole(to);
  return async () => {
    await setRole(before?.['role']);
  };
}

test('back-dating: a demoted administrator who dates an account operation before the demotion is refused, as is everybody on a device', async () => {
  const device = await enrollForged(lab, 'ADMIN');
  const before = await lab.rows('SELECT * FROM permission_group ORDER BY id');
  const restore = await demote(device, 'LAB_TECH');
  const occurredAt = agoOf(HOUR);
  expect(await device.push('change-permission-groups', { groups: [] }, { occurredAt })).toMatchObject({
    outcome: 'REJECTED',
    code: 'ONLINE_ONLY',
  });
  expect(await lab.rows('SELECT * FROM permission_group ORDER BY id')).toEqual(before);
  await restore();
  const bench = new Set<string>(BENCH_OPERATIONS.map(({ name }) => name));
  const online = OPERATION_LIST.filter(({ name }) => !bench.has(name));
  expect(online.length).toBeGreaterThan(80);
  const operations = online.map(({ name, version }) => device.operation(name, {}, { version }));
  for (let from = 0; from < operations.length; from += 50) {
    const { body } = await device.post(operations.slice(from, from + 50));
    expect(new Set(body.verdicts.map((verdict: { code: string }) => verdict.code))).toEqual(
      new Set(['ONLINE_ONLY']),
    );
  }
});

test('back-dating: an operation dated before the last contact with an empty outbox is judged by the rights of that contact', async () => {
  const device = await enrollForged(lab, 'LAB_MANAGER');
  laterMs += 4 * HOUR;
  const restore = await demote(device, 'LAB_TECH');
  laterMs += MINUTE;
  expect((await device.post([], 0)).status).toBe(200);
  laterMs += HOUR;
  const before = await lab.fingerprint();
  const [name, args] = await renameOf(device);
  expect(await device.push(name, args, { occurredAt: agoOf(3 * HOUR) })).toMatchObject({
    outcome: 'REJECTED',
    code: 'QUARANTINED',
    message: expect.stringContaining('It is kept in quarantine.'),
  });
  expect(await isQuarantined(device)).toBe(true);
  expect(await device.push(name, args, { clockOffsetMs: -3 * HOUR })).toMatchObject({ code: 'QUARANTINED' });
  expect(await lab.fingerprint()).toBe(before);
  await restore();
});

test('back-dating: a device enrolled after a demotion cannot claim earlier work', async () => {
  const old = await enrollForged(lab, 'LAB_MANAGER');
  const restore = await demote(old, 'LAB_TECH');
  laterMs += MINUTE;
  const device = await enrollForged(lab, 'LAB_MANAGER');
  const [name, args] = await renameOf(device);
  expect(await device.push(name, args, { occurredAt: agoOf(DAY) })).toMatchObject({ code: 'QUARANTINED' });
  await restore();
});

test('back-dating: after one operation of a revoked device was quarantined, the next is not applied an hour or a day earlier', async () => {
  const device = await enrollForged(lab, 'LAB_TECH');
  laterMs += 2 * HOUR;
  expect((await lab.call('LAB_TECH', 'delete', `/api/sync/devices/${device.id}`)).status).toBeLessThan(300);
  laterMs += MINUTE;
  const before = await lab.fingerprint();
  const [name, args] = await renameOf(device);
  const attempts = [
    {},
    { occurredAt: agoOf(HOUR) },
    { clockOffsetMs: -DAY },
    { occurredAt: agoOf(-DAY) },
    { occurredAt: agoOf(HOUR) },
  ];
  for (const attempt of attempts) {
    expect(await device.push(name, args, attempt)).toMatchObject({
      outcome: 'REJECTED',
      code: 'DEVICE_REVOKED',
    });
    expect(await isQuarantined(device)).toBe(true);
  }
  expect(await lab.fingerprint()).toBe(before);
});

test("back-dating: an operation, and therefore a signature, is dated no earlier than its device's enrollment", async () => {
  const device = await enrollForged(lab, 'LAB_TECH');
  const [name, args] = await renameOf(device);
  const verdict = await device.push(name, args, { occurredAt: agoOf(30 * DAY) });
  expect(verdict).toMatchObject({ outcome: 'CONFLICT', code: 'CLOCK' });
  const [row] = await lab.rows<{ earlier: boolean; given: Date }>(
    `SELECT o.occurred_at < d.created_at AS earlier, o.device_time AS given FROM operation o JOIN device d ON d.id = o.device_id WHERE o.id = $1`,
    [verdict.id],
  );
  expect(row?.earlier).toBe(false);
  expect(lab.services.now().getTime() - Number(row?.given)).toBeGreaterThan(29 * DAY);
});
