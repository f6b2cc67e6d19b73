import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeAuditChain } from '#sync-server/jobs/tasks/write-audit-chain.ts';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import { verifyAuditChain } from './audit-chain.ts';

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('../../../../scripts/verify-audit.ts', import.meta.url));

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase({ max: 4 });
  await insertEvent('e1', DAYS[0]);
  await insertEvent('e2', DAYS[0]);
  await insertAudit('a1', DAYS[1]);
  await insertEvent('e3', DAYS[2]);
  await writeChain();
});
afterEach(() => database.drop());

// Five days ago to yesterday or the day before, by the database clock.
const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const DAYS = [dayBefore(6), dayBefore(5), dayBefore(4)] as const;

const insertEvent = (id: string, day: string) =>
  database.pool.query(
    `INSERT INTO event (id, created_at, updated_at, entity, type, target_type, target_id, occurred_at, data, customer_visible, written_at)
     VALUES ($1, now(), now(), 'WBL', 'SAMPLE_MOVED', 'Sample', 's1', now(), '{"to": "A1"}', false, $2::timestamptz + interval '12 hours')`,
    [id, `${day}T00:00:00Z`],
  );
const insertAudit = (id: string, day: string) =>
  database.pool.query(
    `INSERT INTO audit_log (id, created_at, updated_at, entity, table_name, record_id, action, changes, occurred_at, written_at)
     VALUES ($1, now(), now(), 'WBL', 'sample', 's1', 'UPDATE', '{"position": ["A1", "B1"]}', now(), $2::timestamptz + interval '12 hours')`,
    [id, `${day}T00:00:00Z`],
  );
const writeChain = () => writeAuditChain({ pool: database.pool, logger: pino({ level: 'silent' }) });

/** Change records like an attacker with the rights of the owner. */
async function tamper(...statements: string[]): Promise<void> {
  const client = await database.owner.connect();
  try {
    const past = 'SET LOCAL session_replication_role = replica';
    await client.query(`BEGIN; ${[past, ...statements].join('; ')}; COMMIT`);
  } finally {
    client.release();
  }
}

const difference = async () => (await verifyAuditChain(database.pool)).difference;

test('the job covers each finished day once, also days without rows, and not today', async () => {
  expect(await writeChain()).toBe(0);
  const { rows } = await database.pool.query(
    `SELECT table_name AS "table", day::text, row_count AS rows FROM audit_chain ORDER BY table_name, day`,
  );
  expect(rows.slice(0, 2)).toEqual([
    { table: 'audit_log', day: DAYS[1], rows: 1 },
    { table: 'audit_log', day: DAYS[2], rows: 0 },
  ]);
  expect(rows.filter(({ table }) => table === 'event').slice(0, 3)).toEqual([
    { table: 'event', day: DAYS[0], rows: 2 },
    { table: 'event', day: DAYS[1], rows: 0 },
    { table: 'event', day: DAYS[2], rows: 1 },
  ]);
  expect(rows.some(({ day }) => day >= dayBefore(0))).toBe(false);
  expect(await difference()).toBeNull();
});

test('two concurrent processes write each day of the chain once', async () => {
  await tamper('DELETE FROM audit_chain');
  const counts = await Promise.all([writeChain(), writeChain()]);
  expect(counts).toContain(0);
  expect(await difference()).toBeNull();
});

test("today's rows do not change the days before", async () => {
  await insertEvent('today', dayBefore(0));
  expect(await difference()).toBeNull();
});

test.each([
  [
    'an altered row',
    `UPDATE event SET data = '{"to": "B1"}' WHERE id = 'e2'`,
    { day: DAYS[0], table: 'event', reason: 'A row was changed, or the hash of the day.' },
  ],
  [
    'an altered time of writing',
    `UPDATE event SET written_at = written_at + interval '1 second' WHERE id = 'e3'`,
    { day: DAYS[2], table: 'event', reason: 'A row was changed, or the hash of the day.' },
  ],
  [
    'an altered audit row',
    `UPDATE audit_log SET user_id = 'somebody' WHERE id = 'a1'`,
    { day: DAYS[1], table: 'audit_log', reason: 'A row was changed, or the hash of the day.' },
  ],
  [
    'a removed row',
    `DELETE FROM event WHERE id = 'e1'`,
    { day: DAYS[0], table: 'event', reason: 'The table has 1 row of that day, the chain 2 rows.' },
  ],
  [
    'a removed table of rows',
    'DELETE FROM audit_log',
    { day: DAYS[1], table: 'audit_log', reason: 'The table has 0 rows of that day, the chain 1 row.' },
  ],
  [
    'a row moved to another day',
    `UPDATE event SET written_at = written_at + interval '1 day' WHERE id = 'e1'`,
    { day: DAYS[0], table: 'event', reason: 'The table has 1 row of that day, the chain 2 rows.' },
  ],
  [
    'a day that was taken out of the chain',
    `DELETE FROM audit_chain WHERE table_name = 'event' AND day = '${DAYS[1]}'`,
    { day: DAYS[1], table: 'event', reason: 'The day is missing in the chain.' },
  ],
  [
    'the first day taken out of the chain',
    `DELETE FROM audit_chain WHERE table_name = 'event' AND day = '${DAYS[0]}'`,
    { day: DAYS[0], table: 'event', reason: 'Rows were added before the first day of the chain.' },
  ],
  [
    'a hash that was written anew for its day only',
    `UPDATE audit_chain SET hash = repeat('0', 64) WHERE table_name = 'event' AND day = '${DAYS[1]}'`,
    { day: DAYS[1], table: 'event', reason: 'A row was changed, or the hash of the day.' },
  ],
  [
    'a column that is gone',
    'ALTER TABLE event DROP COLUMN synced_at',
    { day: DAYS[0], table: 'event', reason: 'The table has no column synced_at any more.' },
  ],
])('%s is reported with its day and table', async (_label, attack, expected) => {
  await tamper(attack);
  expect(await difference()).toEqual(expected);
});

test('a row that the application adds to a past day is reported', async () => {
  await insertEvent('late', DAYS[1]);
  expect(await difference()).toEqual({
    day: DAYS[1],
    table: 'event',
    reason: 'The table has 1 row of that day, the chain 0 rows.',
  });
});

test('the earliest of several differences is reported', async () => {
  await tamper(
    `UPDATE event SET customer_visible = true WHERE id = 'e3'`,
    `UPDATE audit_log SET reason = 'x' WHERE id = 'a1'`,
  );
  expect(await difference()).toMatchObject({ day: DAYS[1], table: 'audit_log' });
});

test('a column of a later migration does not affect earlier days', async () => {
  await database.owner.query(`ALTER TABLE event ADD COLUMN shift text NOT NULL DEFAULT 'day'`);
  expect(await difference()).toBeNull();
});

test('a rewritten chain lacks the externally stored hash', async () => {
  const { heads } = await verifyAuditChain(database.pool);
  const knownHash = heads.find(({ table }) => table === 'event')?.hash;
  expect(await verifyAuditChain(database.pool, { knownHash })).toMatchObject({ hasKnownHash: true });
  await tamper(`UPDATE event SET data = '{}'`, 'DELETE FROM audit_chain');
  await writeChain();
  expect(await verifyAuditChain(database.pool, { knownHash })).toMatchObject({
    difference: null,
    hasKnownHash: false,
  });
});

const command = (...args: string[]) =>
  run(process.execPath, ['--import', 'tsx', SCRIPT, ...args], {
    env: { PATH: process.env['PATH'], DATABASE_URL: database.url },
  }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, text: error.stderr }),
  );

test('npm run verify-audit verifies the chain and names the first difference', async () => {
  const fullCheck = await command();
  expect(fullCheck.code).toBe(0);
  expect(fullCheck.text).toContain('no difference');
  expect(await command('--hash', 'abc')).toEqual({
    code: 1,
    text: 'No day of the chain has the hash abc.\n',
  });
  await tamper(`UPDATE event SET data = '{}' WHERE id = 'e3'`);
  expect(await command()).toEqual({
    code: 1,
    text: `First difference: ${DAYS[2]}, table event. A row was changed, or the hash of the day.\n`,
  });
});
