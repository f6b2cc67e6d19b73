import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Actor } from '#db/operation.ts';
import type { OperationEnvelope } from '#db/sync/wire.ts';
import { pushOperations } from './push-operations.ts';
import { envelope, openTestLab, type TestLab } from './test-lab.ts';

let lab: TestLab;

beforeAll(async () => {
  lab = await openTestLab();
  // From here on, the reads of these operations' rules are known.
  const device = await lab.enroll(lab.tess);
  await push(
    device,
    envelope(1, 'build-place', { id: 'shelf', name: 'Shelf' }),
    envelope(2, 'rename-place', { id: 'shelf', name: 'Long shelf' }),
  );
});
afterEach(() => lab.retireDevices());
afterAll(() => lab.database.drop());

const push = (device: string, ...operations: OperationEnvelope[]) =>
  pushOperations(lab.engine, lab.tess satisfies Actor, { deviceId: device, protocol: 1, operations });

// Postgres rejects this search text; a query with it fails the transaction.
const UNASKABLE = 'she\u0000lf';

const nameOf = async (id: string): Promise<unknown> =>
  (await lab.database.pool.query('SELECT name FROM storage_management WHERE id = $1', [id])).rows[0]?.[
    'name'
  ];

test('an unstorable query value refuses its own operation, and the following ones of the request are applied', async () => {
  const device = await lab.enroll(lab.tess);
  const { verdicts } = await push(
    device,
    envelope(1, 'rename-place', { id: UNASKABLE, name: 'Nowhere' }),
    envelope(2, 'rename-place', { id: 'shelf', name: 'Short shelf' }),
  );
  expect(verdicts.map(({ outcome }) => outcome)).toEqual(['REJECTED', 'APPLIED']);
  expect(await nameOf('shelf')).toBe('Short shelf');
});

test('an unstorable query value does not affect the refusal of an operation whose rule never runs', async () => {
  const device = await lab.enroll(lab.tess);
  await lab.database.pool.query(
    `UPDATE device SET revoked = true, revoked_at = '2026-11-21T09:00:00Z' WHERE id = $1`,
    [device],
  );
  const { verdicts } = await push(
    device,
    envelope(1, 'rename-place', { id: UNASKABLE, name: 'Nowhere' }),
    envelope(
      2,
      'rename-place',
      { id: 'shelf', name: 'Low shelf' },
      { occurredAt: '2026-11-21T08:00:00.000Z' },
    ),
  );
  // The second operation claims an earlier moment, but cannot have been done before the first.
  expect(verdicts.map(({ code }) => code)).toEqual(['DEVICE_REVOKED', 'DEVICE_REVOKED']);
});

test('an unstorable query value does not affect the answer to a repeated or premature operation', async () => {
  const device = await lab.enroll(lab.tess);
  const first = envelope(1, 'rename-place', { id: UNASKABLE, name: 'Nowhere' });
  const [verdict] = (await push(device, first)).verdicts;
  expect((await push(device, structuredClone(first))).verdicts).toEqual([verdict]);
  const earlyOperation = envelope(5, 'rename-place', { id: UNASKABLE, name: 'Nowhere' });
  expect(await push(device, earlyOperation)).toMatchObject({ verdicts: [], expectedN: 2 });
  const otherDevice = await lab.enroll(lab.tess);
  const replay = await push(
    otherDevice,
    { ...structuredClone(first), n: 1 },
    envelope(2, 'rename-place', { id: 'shelf', name: 'Wide shelf' }),
  );
  expect(replay.verdicts).toMatchObject([
    { outcome: verdict?.outcome, code: verdict?.code },
    { outcome: 'APPLIED' },
  ]);
  expect(await nameOf('shelf')).toBe('Wide shelf');
});
