import { generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#db/operation.ts';
import { OPERATION_LIST, operationNamed } from '#db/operations.ts';
import type { OperationEnvelope } from '#db/sync/wire.ts';
import { pushOperations } from './push-operations.ts';
import { envelope, NOW, openTestLab, type TestLab } from './test-lab.ts';
import { verifyProof } from './verify-proof.ts';

let lab: TestLab;

beforeAll(async () => {
  lab = await openTestLab();
});
afterEach(async () => {
  lab.now.value = NOW;
  await lab.retireDevices();
});
afterAll(() => lab.database.drop());

const query = async (text: string, values: unknown[] = []) =>
  (await lab.database.pool.query(text, values)).rows;

async function one(actor: Actor, deviceId: string, operation: OperationEnvelope) {
  const { verdicts } = await pushOperations(lab.engine, actor, {
    deviceId,
    protocol: 1,
    operations: [operation],
  });
  return verdicts[0];
}

const place = (n: number, id: string, more: Partial<OperationEnvelope>) =>
  envelope(n, 'build-place', { id, name: 'x' }, more);
const happenedAt = async (id: string) =>
  (await query('SELECT occurred_at FROM event WHERE target_id = $1', [id]))[0]?.occurred_at;

test('a wrong clock is corrected by its offset, with a warning', async () => {
  const device = await lab.enroll(lab.tess);
  const verdict = await one(
    lab.tess,
    device,
    place(1, 'late-clock', { occurredAt: '2026-11-21T08:59:00.000Z', clockOffsetMs: 3_600_000 }),
  );
  expect(verdict).toMatchObject({
    outcome: 'APPLIED_WITH_WARNING',
    code: 'CLOCK_CORRECTED',
    message: expect.stringContaining('60 minutes'),
  });
  expect(await happenedAt('late-clock')).toEqual(new Date('2026-11-21T09:59:00.000Z'));
  const slight = await one(lab.tess, device, place(2, 'slight', { clockOffsetMs: -4 * 60_000 }));
  expect(slight).toMatchObject({ outcome: 'APPLIED' });
});

test('the clock warning is added to other messages', async () => {
  const [tess, other] = [await lab.enroll(lab.tess), await lab.enroll(lab.mara)];
  const rename = (n: number, name: string, more: Partial<OperationEnvelope>) =>
    envelope(n, 'rename-place', { id: 'two-clocks', name }, more);
  await one(lab.tess, tess, place(1, 'two-clocks', {}));
  await one(lab.mara, other, rename(1, 'Mara', {}));
  const verdict = await one(
    lab.tess,
    tess,
    rename(2, 'Tess', {
      base: { 'two-clocks': 1 },
      occurredAt: '2026-11-21T08:59:00.000Z',
      clockOffsetMs: 3_600_000,
    }),
  );
  expect(verdict).toMatchObject({ outcome: 'APPLIED_WITH_WARNING', code: 'CHANGED' });
  expect(verdict?.message).toMatch(/^Somebody changed it before\. This device's clock is 60 minutes off\./);
});

test('an operation from the future or of last week is applied, and a person reviews its time', async () => {
  const device = await lab.enroll(lab.tess);
  const old = await one(lab.tess, device, place(1, 'old', { occurredAt: '2026-11-18T09:00:00.000Z' }));
  const fine = await one(lab.tess, device, place(2, 'fine', { occurredAt: '2026-11-18T11:00:00.000Z' }));
  const future = await one(lab.tess, device, place(3, 'future', { occurredAt: '2026-11-21T10:06:00.000Z' }));
  expect([future?.outcome, old?.outcome, fine?.outcome]).toEqual(['CONFLICT', 'CONFLICT', 'APPLIED']);
  expect(await happenedAt('future')).toEqual(new Date(NOW));
  const conflicts = await query(
    `SELECT command_id FROM sync_conflict WHERE kind = 'CLOCK' AND status = 'OPEN'`,
  );
  expect(conflicts.map((row) => row.command_id).sort()).toEqual([future?.id, old?.id].sort());
});

test('work is judged by the rights of the moment when it was done', async () => {
  const device = await lab.enroll(lab.mara);
  const decided = (n: number, occurredAt: string) =>
    one(lab.mara, device, envelope(n, 'decide', {}, { occurredAt }));
  await query(
    `INSERT INTO event (id, created_at, updated_at, entity, type, target_type, target_id, occurred_at, data, customer_visible)
     VALUES ('role-1', now(), now(), 'WBL', 'ROLE_CHANGED', 'UserCompany', $1, '2026-11-21T09:00:00Z', '{"from": "LAB_MANAGER", "to": "LAB_TECH"}', false)`,
    [lab.mara.userCompanyId],
  );
  await query(`UPDATE user_company SET role = 'LAB_TECH' WHERE id = $1`, [lab.mara.userCompanyId]);
  const now: Actor = { ...lab.mara, role: 'LAB_TECH' };
  expect(await decided(1, '2026-11-21T08:00:00.000Z')).toMatchObject({ outcome: 'APPLIED' });
  expect(
    await one(now, device, envelope(2, 'decide', {}, { occurredAt: '2026-11-21T09:30:00.000Z' })),
  ).toMatchObject({ code: 'FORBIDDEN' });
  await query(`UPDATE user_company SET role = 'LAB_MANAGER', deactivated = true WHERE id = $1`, [
    lab.mara.userCompanyId,
  ]);
  await query(
    `INSERT INTO event (id, created_at, updated_at, entity, type, target_type, target_id, occurred_at, data, customer_visible)
     VALUES ('off-1', now(), now(), 'WBL', 'USER_DEACTIVATED', 'UserCompany', $1, '2026-11-21T09:45:00Z', '{}', false)`,
    [lab.mara.userCompanyId],
  );
  const other = await lab.enroll(lab.mara);
  const earlyOperation = envelope(1, 'decide', {}, { occurredAt: '2026-11-21T08:30:00.000Z' });
  expect(await one(lab.mara, other, earlyOperation)).toMatchObject({ outcome: 'APPLIED' });
  expect(await decided(3, '2026-11-21T09:50:00.000Z')).toMatchObject({ code: 'USER_DEACTIVATED' });
  expect(await query('SELECT quarantined FROM operation WHERE device_id = $1 AND n = 3', [device])).toEqual([
    { quarantined: true },
  ]);
});

test('a revoked device delivers its earlier work, and the rest is quarantined', async () => {
  const device = await lab.enroll(lab.tess);
  await query(`UPDATE device SET revoked = true, revoked_at = '2026-11-21T09:00:00Z' WHERE id = $1`, [
    device,
  ]);
  expect(
    await one(lab.tess, device, place(1, 'before-revoke', { occurredAt: '2026-11-21T08:00:00.000Z' })),
  ).toMatchObject({ outcome: 'APPLIED' });
  expect(await one(lab.tess, device, place(2, 'after-revoke', {}))).toMatchObject({
    outcome: 'REJECTED',
    code: 'DEVICE_REVOKED',
  });
  const answer = await pushOperations(lab.engine, lab.tess, {
    deviceId: device,
    protocol: 1,
    operations: [],
  });
  expect(answer).toMatchObject({ revoked: true, expectedN: 3 });
  expect(await query('SELECT quarantined FROM operation WHERE device_id = $1 ORDER BY n', [device])).toEqual([
    { quarantined: false },
    { quarantined: true },
  ]);
});

test('a signature made offline is valid only for its own text, person and device', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  await query(
    `INSERT INTO signing_key (id, created_at, updated_at, user_id, device_id, public_key) VALUES ('key-1', now(), now(), $1, 'device-s', $2)`,
    [lab.tess.userId, JSON.stringify({ kty: 'EC', crv: 'P-256', x, y })],
  );
  const proof = sign('sha256', Buffer.from('a hash'), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  }).toString('base64');
  const client = await lab.database.pool.connect();
  const check = (userId: string, deviceId: string, hash: string, text: string) =>
    verifyProof(client, { userId, deviceId, at: lab.now.value }, hash, text);
  expect(await check(lab.tess.userId, 'device-s', 'a hash', proof)).toBe('OK');
  expect(await check(lab.tess.userId, 'device-s', 'another hash', proof)).toBe('FAILED');
  expect(await check(lab.mara.userId, 'device-s', 'a hash', proof)).toBe('FAILED');
  expect(await check(lab.tess.userId, 'device-t', 'a hash', proof)).toBe('FAILED');
  expect(await check(lab.tess.userId, 'device-s', 'a hash', 'not base64 €')).toBe('FAILED');
  client.release();
});

const TABLES = `SELECT relname FROM pg_stat_user_tables WHERE schemaname = 'public' AND relname NOT IN ('operation', 'device', 'sync_head') ORDER BY relname`;

test('an operation with any arguments gets a verdict, and a refused one changes only the log', async () => {
  const device = await lab.enroll(lab.tess);
  const names = ['build-place', 'rename-place', 'no-such-act', ...OPERATION_LIST.map(({ name }) => name)];
  const tables = (await query(TABLES)).map((row) => String(row.relname));
  const countAll = async () =>
    JSON.stringify(
      await query(
        tables
          .map((table) => `SELECT '${table}' AS t, count(*), sum(hashtext(x::text)) FROM "${table}" x`)
          .join(' UNION ALL '),
      ),
    );
  const engine = {
    ...lab.engine,
    operationNamed: (name: string) => lab.engine.operationNamed?.(name) ?? operationNamed(name),
  };
  const known: Record<string, readonly string[]> = Object.fromEntries(
    OPERATION_LIST.map(({ name, args }) => [name, Object.keys(args.shape)]),
  );
  let n = 0;
  const args = (name: string) =>
    fc.oneof(
      fc.dictionary(
        fc.oneof(
          fc.constantFrom('id', 'name', '__proto__', ...(known[name] ?? [])),
          fc.string({ unit: 'binary' }),
        ),
        fc.jsonValue({ maxDepth: 3 }),
        { maxKeys: 8 },
      ),
      fc.record(
        Object.fromEntries(
          (known[name] ?? ['id', 'name']).map((key) => [
            key,
            fc.oneof(
              fc.string({ unit: 'binary' }),
              fc.constantFrom('user-tech', 'x'),
              fc.jsonValue({ maxDepth: 2 }),
            ),
          ]),
        ),
      ),
    );
  const arbitraryOperation = fc
    .constantFrom(...names)
    .chain((name) => fc.tuple(fc.constant(name), args(name)));
  await fc.assert(
    fc.asyncProperty(arbitraryOperation, async ([name, arbitraryArgs]) => {
      const before = await countAll();
      n += 1;
      const { verdicts } = await pushOperations(engine, lab.tess, {
        deviceId: device,
        protocol: 1,
        operations: [{ ...envelope(n, name, arbitraryArgs), version: operationNamed(name)?.version ?? 2 }],
      });
      expect(verdicts).toHaveLength(1);
      if (verdicts[0]?.outcome === 'REJECTED') expect(await countAll()).toBe(before);
    }),
    { numRuns: 150 },
  );
  expect(await query('SELECT last_n::int AS n FROM device WHERE id = $1', [device])).toEqual([{ n }]);
  expect(lab.engine.bugs).toEqual([]);
});
