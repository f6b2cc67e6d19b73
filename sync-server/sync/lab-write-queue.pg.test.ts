import type { ClientBase, Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Actor } from '#db/operation.ts';
import type { PushResponse } from '#db/sync/wire.ts';
import { enqueueWrite } from '#sync-server/postgres/acceleration/acceleration.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { readFeed } from './feed.ts';
import { lockHead } from './lock-device.ts';
import { pushOperations } from './push-operations.ts';
import { readFirstLoad } from './snapshot.ts';
import { envelope, openTestLab, type TestLab } from './test-lab.ts';

let lab: TestLab;

beforeAll(async () => {
  lab = await openTestLab();
});
beforeEach(() => lab.retireDevices());
afterEach(() => void vi.restoreAllMocks());
afterAll(() => lab.database.drop());

const headOf = (pool: Pool) => ({ pool, lab: 'WBL', lock: lockHead });

const head = async (): Promise<number> =>
  Number((await lab.database.pool.query("SELECT rev FROM sync_head WHERE lab = 'WBL'")).rows[0]?.rev);
const transactionOf = async (client: ClientBase): Promise<string> =>
  (await client.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id')).rows[0]?.id ?? '';

const push = (actor: Actor, deviceId: string, calls: readonly (readonly [string, object])[], from = 1) =>
  pushOperations(lab.engine, actor, {
    deviceId,
    protocol: 1,
    operations: calls.map(([name, args], place) => envelope(from + place, name, { ...args })),
  });
const build = (id: string) => ['build-place', { id, name: 'x' }] as const;
const outcomes = (answer: PushResponse) => answer.verdicts.map(({ outcome }) => outcome);

test('a request whose client has disconnected leaves the queue, and its unstarted operations are skipped', async () => {
  const abortController = new AbortController();
  const done: string[] = [];
  const step = (name: string, then?: () => void) => async () => {
    done.push(name);
    then?.();
    return name;
  };
  const pool = lab.database.pool;
  const first = enqueueWrite(headOf(pool), [step('first', () => abortController.abort())]);
  const abandonedRun = enqueueWrite(
    headOf(pool),
    [step('gone 1'), step('gone 2')],
    undefined,
    abortController.signal,
  );
  const last = enqueueWrite(headOf(pool), [step('last')]);
  expect(await Promise.all([first, abandonedRun, last])).toEqual([['first'], [], ['last']]);
  expect(done).toEqual(['first', 'last']);
});

// On a busy machine, a transaction keeps its turn until nobody waits.
const endlessTurn = () => vi.spyOn(performance, 'now').mockReturnValue(0);

test('waiting requests share one transaction, each in its own order and none far behind another', async () => {
  endlessTurn();
  const order: string[] = [];
  const step = (name: string) => async (client: ClientBase) => {
    order.push(name);
    return transactionOf(client);
  };
  const first = enqueueWrite(headOf(lab.database.pool), [step('first')]);
  const plate = enqueueWrite(headOf(lab.database.pool), [step('plate 1'), step('plate 2'), step('plate 3')]);
  const scan = enqueueWrite(headOf(lab.database.pool), [step('scan 1')]);
  const transactions = new Set((await Promise.all([first, plate, scan])).flat());
  expect(transactions.size).toBe(1);
  expect(order.filter((name) => name.startsWith('plate'))).toEqual(['plate 1', 'plate 2', 'plate 3']);
  expect(order.indexOf('scan 1')).toBeLessThan(order.indexOf('plate 2'));
});

test('operations that share a transaction each have a revision, and the feed sends them whole', async () => {
  endlessTurn();
  const before = await head();
  const devices = await Promise.all(Array.from({ length: 6 }, () => lab.enroll(lab.tess)));
  const pushed = await Promise.all(
    devices.map((device, place) =>
      push(
        lab.tess,
        device,
        [1, 2, 3].map((n) => build(`shared-${place}-${n}`)),
      ),
    ),
  );
  const revs = pushed.flatMap(({ verdicts }) => verdicts.map(({ rev }) => rev)).sort((a, b) => a - b);
  expect(revs).toEqual(Array.from({ length: 18 }, (_, place) => before + 1 + place));
  const { rows } = await lab.database.pool.query(
    "SELECT count(DISTINCT xmin::text)::int AS written FROM operation WHERE rev > $1 AND entity = 'WBL'",
    [before],
  );
  expect(rows[0]?.written).toBeLessThan(18);
  const { generation } = await readFirstLoad(lab.database.pool, lab.tess, { limit: 1 });
  const observedRevisions: number[] = [];
  for (let [cursor, more] = [before, true]; more; ) {
    const page = await readFeed(lab.database.pool, lab.tess, { generation, cursor, limit: 5 });
    const places = page.documents.filter(({ id }) => id.startsWith('shared-'));
    for (const { rev } of places) expect(rev).toBeGreaterThan(cursor);
    observedRevisions.push(...places.map(({ rev }) => rev));
    ({ more, cursor } = page);
  }
  expect(observedRevisions).toEqual(revs);
});

test('operations that share a transaction see a location as the previous operation left it, with its revision', async () => {
  endlessTurn();
  const [one, two] = [await lab.enroll(lab.tess), await lab.enroll(lab.mara)];
  await push(lab.tess, one, [build('hall-1')]);
  const built = await head();
  const rename = (name: string) => ['rename-place', { id: 'hall-1', name }] as const;
  await Promise.all([
    push(lab.tess, one, [rename('North'), rename('East')], 2),
    push(lab.mara, two, [rename('South'), rename('West')]),
  ]);
  const { rows } = await lab.database.pool.query(
    `SELECT rev::int, (found ->> 'hall-1')::int AS found, xmin::text AS transaction FROM operation
      WHERE rev > $1 AND entity = 'WBL' ORDER BY rev`,
    [built],
  );
  expect(rows.map(({ found }) => found)).toEqual([built, built + 1, built + 2, built + 3]);
  expect(new Set(rows.map(({ transaction }) => transaction)).size).toBeLessThan(4);
});

test('a refusal rolls back only its own operation, also in a shared transaction', async () => {
  const [one, two] = [await lab.enroll(lab.tess), await lab.enroll(lab.mara)];
  const refusedOperation = ['rename-place', { id: 'kept-1', name: 'never', ending: 'refuse' }] as const;
  const [tess, mara] = await Promise.all([
    push(lab.tess, one, [build('kept-1'), refusedOperation, build('kept-2')]),
    push(lab.mara, two, [build('kept-3'), build('kept-4')]),
  ]);
  expect(outcomes(tess)).toEqual(['APPLIED', 'REJECTED', 'APPLIED']);
  expect(outcomes(mara)).toEqual(['APPLIED', 'APPLIED']);
  const { rows } = await lab.database.pool.query(
    "SELECT id, name FROM storage_management WHERE id LIKE 'kept-%' ORDER BY id",
  );
  expect(rows).toEqual(['kept-1', 'kept-2', 'kept-3', 'kept-4'].map((id) => ({ id, name: 'x' })));
});

test('an outage in one operation consumes nothing of it, and affects neither earlier operations nor other devices', async () => {
  const [one, two] = [await lab.enroll(lab.tess), await lab.enroll(lab.mara)];
  const outage = ['rename-place', { id: 'safe-1', name: 'never', ending: 'outage' }] as const;
  const failing = push(lab.tess, one, [build('safe-1'), outage, build('safe-2')]);
  const other = push(lab.mara, two, [build('safe-3'), build('safe-4'), build('safe-5')]);
  await expect(failing).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(outcomes(await other)).toEqual(['APPLIED', 'APPLIED', 'APPLIED']);
  const { expectedN } = await push(lab.tess, one, []);
  expect(expectedN).toBe(2);
  expect(outcomes(await push(lab.tess, one, [build('safe-2')], 2))).toEqual(['APPLIED']);
});

test('a connection killed in the middle rolls back the whole transaction, and the next one does the others', async () => {
  const { pool } = lab.database;
  const before = await head();
  const killing = async (client: ClientBase) => {
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    await client.query("SELECT sync_rev('WBL')");
    await pool.query('SELECT pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
    await client.query('SELECT 1');
  };
  const device = await lab.enroll(lab.tess);
  const first = push(lab.tess, device, [build('alive-1')]);
  const killed = enqueueWrite(headOf(pool), [killing]);
  const after = push(lab.tess, device, [build('alive-2')], 2);
  await expect(killed).rejects.toThrow();
  expect(outcomes(await first)).toEqual(['APPLIED']);
  expect(outcomes(await after)).toEqual(['APPLIED']);
  expect(await head()).toBe(before + 2);
});

test('an unavailable database fails all waiting requests at once, and none waits forever', async () => {
  const away = createPool('postgres://nobody@127.0.0.1:1/none', { max: 2 });
  const waiting = Array.from({ length: 5 }, () => enqueueWrite(headOf(away), [() => Promise.resolve()]));
  const ends = await Promise.allSettled(waiting);
  expect(ends.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  await away.end();
});

test('two processes take turns: revisions are gapless and no request is lost between them', async () => {
  const before = await head();
  const second = { ...lab.engine, pool: createPool(lab.database.url, { max: 4 }) };
  const devices = await Promise.all(Array.from({ length: 8 }, () => lab.enroll(lab.tess)));
  const revs: number[] = [];
  await Promise.all(
    devices.map(async (deviceId, place) => {
      const engine = place % 2 === 0 ? lab.engine : second;
      for (let n = 1; n <= 12; n += 4) {
        const operations = [0, 1, 2, 3].map((more) =>
          envelope(n + more, 'build-place', { id: `turn-${place}-${n + more}`, name: 'x' }),
        );
        const { verdicts } = await pushOperations(engine, lab.tess, { deviceId, protocol: 1, operations });
        revs.push(...verdicts.map(({ rev }) => rev));
      }
    }),
  );
  await second.pool.end();
  expect(revs.sort((a, b) => a - b)).toEqual(Array.from({ length: 96 }, (_, place) => before + 1 + place));
});

test('revisions have no gap and follow the order of the commits, also in shared transactions', async () => {
  const { rows } = await lab.database.pool.query<{ rev: string; committed: Date }>(
    `SELECT rev, pg_xact_commit_timestamp(xmin) AS committed FROM operation WHERE entity = 'WBL' ORDER BY rev`,
  );
  expect(rows.length).toBeGreaterThan(17);
  const revs = rows.map(({ rev }) => Number(rev));
  expect(revs).toEqual(revs.map((_, place) => Number(rows[0]?.rev) + place));
  const moments = rows.map(({ committed }) => committed.getTime());
  expect(moments).toEqual([...moments].sort((a, b) => a - b));
});
