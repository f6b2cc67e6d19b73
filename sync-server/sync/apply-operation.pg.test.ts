import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import type { Actor } from '#db/operation.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import type { OperationEnvelope, OperationVerdict } from '#db/sync/wire.ts';
import { applyOperation } from './apply-operation.ts';
import { verdictDocuments } from './documents.ts';
import { pushOperations } from './push-operations.ts';
import { openScope } from './scope.ts';
import { readSnapshot } from './snapshot.ts';
import { envelope, openTestLab, type TestLab } from './test-lab.ts';

let lab: TestLab;

beforeAll(async () => {
  lab = await openTestLab();
});
afterEach(() => lab.retireDevices());
afterAll(() => lab.database.drop());

const push = (actor: Actor, deviceId: string, ...operations: OperationEnvelope[]) =>
  pushOperations(lab.engine, actor, { deviceId, protocol: 1, operations });

async function one(actor: Actor, deviceId: string, operation: OperationEnvelope): Promise<OperationVerdict> {
  const verdict = (await push(actor, deviceId, operation)).verdicts[0];
  if (!verdict) throw new Error('no verdict');
  return verdict;
}

const count = async (table: string, condition = 'true'): Promise<number> =>
  Number(
    (await lab.database.pool.query(`SELECT count(*) FROM ${table} WHERE ${condition}`)).rows[0]?.['count'],
  );
const headOf = async (entity: string): Promise<number> =>
  Number(
    (await lab.database.pool.query('SELECT rev FROM sync_head WHERE lab = $1', [entity])).rows[0]?.['rev'],
  );
const nameOf = async (id: string): Promise<unknown> =>
  (await lab.database.pool.query('SELECT name FROM storage_management WHERE id = $1', [id])).rows[0]?.[
    'name'
  ];

test('an operation is applied once, however often its request is sent', async () => {
  const device = await lab.enroll(lab.tess);
  const operation = envelope(1, 'build-place', { id: 'once', name: 'Box 1' });
  const first = await one(lab.tess, device, operation);
  const repeats = await Promise.all([1, 2, 3].map(() => one(lab.tess, device, structuredClone(operation))));
  expect(first.outcome).toBe('APPLIED');
  expect(repeats).toEqual([first, first, first]);
  expect(await count('event', "target_id = 'once'")).toBe(1);
  expect(await count('audit_log', "record_id = 'once'")).toBe(1);
});

test('eight requests with the same operation at the same moment apply it once', async () => {
  const device = await lab.enroll(lab.tess);
  const operation = envelope(1, 'build-place', { id: 'race', name: 'Box 2' });
  const verdicts = await Promise.all(
    Array.from({ length: 8 }, () => one(lab.tess, device, structuredClone(operation))),
  );
  expect(new Set(verdicts.map(({ rev }) => rev)).size).toBe(1);
  expect(await count('operation', `device_id = '${device}'`)).toBe(1);
});

test('an operation that was set aside consumes its number and is refused with its reason, like its dependents', async () => {
  const device = await lab.enroll(lab.tess);
  const large = envelope(1, 'build-place', {}, { setAside: 'TOO_LARGE' });
  const refusal = await one(lab.tess, device, large);
  expect(refusal).toMatchObject({ outcome: 'REJECTED', code: 'TOO_LARGE' });
  expect(refusal.message).toMatch(/^This is too large to be sent and stays on the device \(Build place\)/);
  expect(await one(lab.tess, device, structuredClone(large))).toEqual(refusal);
  const after = envelope(2, 'rename-place', { id: 'aside', name: 'x' }, { dependsOn: [large.id] });
  expect(await one(lab.tess, device, after)).toMatchObject({ code: 'DEPENDENCY_REJECTED', rootId: large.id });
  const free = envelope(3, 'build-place', { id: 'beside', name: 'Box 9' });
  expect(await one(lab.tess, device, free)).toMatchObject({ outcome: 'APPLIED' });
  expect(
    await count(
      'operation',
      `device_id = '${device}' AND n = 1 AND outcome = 'REJECTED' AND code = 'TOO_LARGE'`,
    ),
  ).toBe(1);
});

test('a number reused for another operation is an incident and changes nothing', async () => {
  const device = await lab.enroll(lab.tess);
  const operation = envelope(1, 'build-place', { id: 'mine', name: 'Box' });
  await one(lab.tess, device, operation);
  const head = await headOf('WBL');
  await expect(
    push(lab.tess, device, { ...operation, args: { id: 'mine', name: 'Other' } }),
  ).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining('OPERATION_MISMATCH'),
  });
  expect(await headOf('WBL')).toBe(head);
  expect(await nameOf('mine')).toBe('Box');
});

test('the server waits for the missing number', async () => {
  const device = await lab.enroll(lab.tess);
  const [first, second, third] = [1, 2, 3].map((n) =>
    envelope(n, 'build-place', { id: `gap-${n}`, name: 'Box' }),
  );
  if (!first || !second || !third) throw new Error('three operations');
  expect(await push(lab.tess, device, third)).toMatchObject({ verdicts: [], expectedN: 1 });
  expect(await push(lab.tess, device, first, third)).toMatchObject({ verdicts: [{ n: 1 }], expectedN: 2 });
  expect(await push(lab.tess, device, second, third)).toMatchObject({
    verdicts: [{ n: 2 }, { n: 3 }],
    expectedN: 4,
  });
  await expect(push(lab.tess, device, third, second)).rejects.toMatchObject({ status: 422 });
});

test('a refusal consumes its number, changes nothing else and is recorded with its arguments', async () => {
  const device = await lab.enroll(lab.tess);
  await lab.insert(storageManagement, buildStorageManagement({ id: 'kept', name: 'Before' }));
  const refusal = await push(
    lab.tess,
    device,
    envelope(1, 'rename-place', { id: 'kept', name: 'After', ending: 'refuse' }),
  );
  expect(refusal).toMatchObject({
    expectedN: 2,
    verdicts: [{ outcome: 'REJECTED', code: 'SLOT_OCCUPIED', message: 'Something is there already.' }],
  });
  expect(await nameOf('kept')).toBe('Before');
  const { rows } = await lab.database.pool.query('SELECT args FROM operation WHERE device_id = $1', [device]);
  expect(JSON.parse(String(rows[0]?.['args']))).toEqual({ id: 'kept', name: 'After', ending: 'refuse' });
});

test('an outage consumes nothing, and the same operation succeeds later', async () => {
  const device = await lab.enroll(lab.tess);
  await lab.insert(storageManagement, buildStorageManagement({ id: 'away', name: 'Before' }));
  const head = await headOf('WBL');
  const failing = push(
    lab.tess,
    device,
    envelope(1, 'rename-place', { id: 'away', name: 'After', ending: 'outage' }),
  );
  await expect(failing).rejects.toMatchObject({ status: 503 });
  expect(await headOf('WBL')).toBe(head);
  expect(await nameOf('away')).toBe('Before');
  expect(
    await one(lab.tess, device, envelope(1, 'rename-place', { id: 'away', name: 'After' })),
  ).toMatchObject({ n: 1, outcome: 'APPLIED' });
});

test('a connection that dies in the middle of an operation consumes nothing', async () => {
  const { pool } = lab.database;
  const device = await lab.enroll(lab.tess);
  const operation = envelope(1, 'build-place', { id: 'cut', name: 'x' });
  const holder = await pool.connect();
  await holder.query(`BEGIN; SELECT 1 FROM sync_head WHERE lab = 'WBL' FOR UPDATE`);
  const cut = push(lab.tess, device, operation).catch((error: unknown) => error);
  const waiting = `FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  for (;;) {
    const { rows } = await pool.query(`SELECT pg_terminate_backend(pid) ${waiting}`);
    if (rows.length > 0) break;
  }
  expect(await cut).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
  await holder.query('ROLLBACK');
  holder.release();
  expect(await count('operation', `device_id = '${device}'`)).toBe(0);
  expect(await one(lab.tess, device, operation)).toMatchObject({ outcome: 'APPLIED', n: 1 });
});

test('a bug in a rule refuses that operation, is reported, and does not block the next ones', async () => {
  const device = await lab.enroll(lab.tess);
  await lab.insert(storageManagement, buildStorageManagement({ id: 'bug', name: 'Before' }));
  const bugCount = lab.engine.bugs.length;
  const answer = await push(
    lab.tess,
    device,
    envelope(1, 'rename-place', { id: 'bug', name: 'Half', ending: 'bug' }),
    envelope(2, 'rename-place', { id: 'bug', name: 'Whole' }),
  );
  expect(answer.verdicts).toMatchObject([{ outcome: 'REJECTED', code: 'INTERNAL' }, { outcome: 'APPLIED' }]);
  expect(lab.engine.bugs.length).toBe(bugCount + 1);
  expect(await nameOf('bug')).toBe('Whole');
});

test('an unknown operation, an unknown version and invalid arguments are refused by name', async () => {
  const device = await lab.enroll(lab.tess);
  const answer = await push(
    lab.tess,
    device,
    envelope(1, 'teleport-sample', {}),
    envelope(2, 'build-place', { id: 'v1', name: 'x' }, { version: 1 }),
    envelope(3, 'build-place', { id: 'v9', name: 'x' }, { version: 9 }),
    envelope(4, 'build-place', { id: 7 }),
    envelope(5, 'build-place', { id: 'nul-\u0000', name: 'x' }),
    envelope(6, 'rename-place\u0000', { id: 'x' }),
  );
  expect(answer.verdicts.map(({ code }) => code)).toEqual([
    'UNSUPPORTED_OPERATION',
    'UNSUPPORTED_VERSION',
    'UNSUPPORTED_VERSION',
    'INVALID_ARGUMENTS',
    'INVALID_ARGUMENTS',
    'UNSUPPORTED_OPERATION',
  ]);
  expect(answer.verdicts[3]?.message).toContain('id');
});

test('dependents of a refused operation are refused with the root named, and independent work continues', async () => {
  const device = await lab.enroll(lab.tess);
  const root = envelope(1, 'rename-place', { id: 'nowhere', name: 'x' });
  const child = envelope(2, 'build-place', { id: 'child', name: 'x' }, { dependsOn: [root.id] });
  const grandchild = envelope(3, 'build-place', { id: 'grandchild', name: 'x' }, { dependsOn: [child.id] });
  const other = envelope(4, 'build-place', { id: 'other', name: 'x' });
  const { verdicts } = await push(lab.tess, device, root, child, grandchild, other);
  expect(verdicts).toMatchObject([
    { code: 'NOT_FOUND' },
    { code: 'DEPENDENCY_REJECTED', rootId: root.id },
    { code: 'DEPENDENCY_REJECTED', rootId: root.id, message: expect.stringContaining('"Build place"') },
    { outcome: 'APPLIED' },
  ]);
  expect(await count('storage_management', "id IN ('child', 'grandchild')")).toBe(0);
});

test('a device that enrolled again and resends its work gets the first verdict, applied once', async () => {
  const [before, after] = [await lab.enroll(lab.tess), await lab.enroll(lab.tess)];
  const operation = envelope(1, 'build-place', { id: 'moved-house', name: 'x' });
  const first = await one(lab.tess, before, operation);
  expect(await one(lab.tess, after, operation)).toMatchObject({ outcome: first.outcome, n: 1 });
  expect(await one(lab.tess, after, { ...operation, n: 2, args: { id: 'forged', name: 'x' } })).toMatchObject(
    { code: 'OPERATION_MISMATCH' },
  );
  expect(await count('event', "target_id = 'moved-house'")).toBe(1);
});

test('another operation under a known id never replaces the first verdict in the feed', async () => {
  const [before, after] = [await lab.enroll(lab.tess), await lab.enroll(lab.tess)];
  const operation = envelope(1, 'build-place', { id: 'one-verdict', name: 'x' });
  await one(lab.tess, before, operation);
  const forged = { ...operation, args: { id: 'forged', name: 'x' } };
  expect(await one(lab.tess, after, forged)).toMatchObject({ code: 'OPERATION_MISMATCH' });
  const bugCount = await readSnapshot(lab.database.pool, async (client) =>
    verdictDocuments(client, await openScope(client, lab.tess), 0, Number.MAX_SAFE_INTEGER),
  );
  const verdicts = bugCount.filter(({ id }) => id === operation.id);
  expect(verdicts.map(({ body }) => [body['deviceId'], body['outcome']])).toEqual([[before, 'APPLIED']]);
});

test('a person sees their own changes as known and other people’s as new', async () => {
  const [tessDevice, maraDevice] = [await lab.enroll(lab.tess), await lab.enroll(lab.mara)];
  const { rev } = await one(lab.tess, tessDevice, envelope(1, 'build-place', { id: 'seen', name: 'a' }));
  const base = { seen: rev };
  const rename = (n: number, name: string) => envelope(n, 'rename-place', { id: 'seen', name }, { base });
  expect(await one(lab.tess, tessDevice, rename(2, 'b'))).toMatchObject({ outcome: 'APPLIED' });
  expect(await one(lab.tess, tessDevice, rename(3, 'c'))).toMatchObject({ outcome: 'APPLIED' });
  expect(await one(lab.mara, maraDevice, rename(1, 'd'))).toMatchObject({ code: 'CHANGED' });
  expect(await one(lab.tess, tessDevice, rename(4, 'e'))).toMatchObject({ code: 'CHANGED' });
  expect(await one(lab.tess, tessDevice, rename(5, 'f'))).toMatchObject({ code: 'CHANGED' });
});

test('sixteen concurrent writers get gapless revisions in the order of their commits', async () => {
  const devices = await Promise.all(Array.from({ length: 16 }, () => lab.enroll(lab.tess)));
  const before = await headOf('WBL');
  const revs: number[] = [];
  await Promise.all(
    devices.map(async (device, writer) => {
      for (let n = 1; n <= 10; n += 1) {
        const applied = await applyOperation(
          lab.engine,
          lab.tess,
          device,
          envelope(n, 'build-place', { id: `w-${writer}-${n}`, name: 'x' }),
        );
        if (!('verdict' in applied)) throw new Error('a gap');
        revs.push(applied.verdict.rev);
      }
    }),
  );
  expect([...revs].sort((a, b) => a - b)).toEqual(
    Array.from({ length: 160 }, (_, place) => before + 1 + place),
  );
  const { rows } = await lab.database.pool.query(
    `SELECT count(DISTINCT rev) AS revs FROM storage_management WHERE id LIKE 'w-%'`,
  );
  expect(Number(rows[0]?.['revs'])).toBe(160);
});

test('work is applied to the entity of the session, never to a device of the other', async () => {
  const device = await lab.enroll(lab.tess);
  await expect(
    push(lab.rob, device, envelope(1, 'build-place', { id: 'foreign', name: 'x' })),
  ).rejects.toMatchObject({ status: 404 });
  const robs = await lab.enroll(lab.rob);
  await lab.insert(storageManagement, buildStorageManagement({ id: 'wbl-only', name: 'x' }));
  expect(await one(lab.rob, robs, envelope(1, 'rename-place', { id: 'wbl-only', name: 'y' }))).toMatchObject({
    code: 'NOT_FOUND',
  });
});
