import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEnv } from '#sync-server/config/env.ts';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import { ensureDemoLab } from './ensure-demo-lab.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const settings = readEnv({ DEMO: '1', LAB_TIMEZONE: 'Pacific/Auckland' });
const counts = async () =>
  (
    await database.pool.query<{ users: number; samples: number; loads: number }>(
      `SELECT (SELECT count(*)::int FROM "user") AS users, (SELECT count(*)::int FROM sample) AS samples,
         (SELECT count(*)::int FROM demo_load WHERE completed_at IS NOT NULL) AS loads`,
    )
  ).rows[0];

test('an empty real Postgres stays empty until DEMO asks for the demo lab', async () => {
  const production = readEnv({ DATABASE_URL: 'postgres://lab@db.example/bench' });
  expect(await ensureDemoLab(database.pool, production)).toBe(false);
  expect(await counts()).toEqual({ users: 0, samples: 0, loads: 0 });
});

test('a start killed while loading the demo lab is completed by the next, which leaves a complete lab unchanged', async () => {
  await database.pool.query('INSERT INTO demo_load DEFAULT VALUES');
  await database.pool.query(
    `INSERT INTO company SELECT * FROM json_populate_record(NULL::company, '{"id": "half", "created_at": "2026-01-01", "updated_at": "2026-01-01",
      "version": 1, "deleted": false, "entity": "WBL", "name": "Half", "type": "COMPANY", "status": "ACTIVE", "rev": 0,
      "verification_status": "NOT_APPLICABLE", "billing_emails": [], "payment_terms_days": 30,
      "allow_purchase_order": true, "order_approval_required": false}')`,
  );
  const asOwner = (work: (owner: Pool) => Promise<unknown>) => work(database.owner);
  expect(await ensureDemoLab(database.pool, settings, { asOwner })).toBe(true);
  const fullCounts = await counts();
  expect(fullCounts).toMatchObject({ loads: 1 });
  // One of each of the 20 roles in WBL and the 15 in RESONANT, and those with a story.
  expect(fullCounts?.users).toBeGreaterThanOrEqual(35);
  expect(fullCounts?.samples).toBeGreaterThan(200);
  expect((await database.pool.query(`SELECT 1 FROM company WHERE id = 'half'`)).rows).toEqual([]);
  expect(await ensureDemoLab(database.pool, settings)).toBe(true);
  expect(await counts()).toEqual(fullCounts);
});

test("the demo lab uses the lab's own calendar", async () => {
  const { rows } = await database.pool.query(
    `SELECT count(*)::int AS wrong FROM batch
     WHERE lab_day <> (created_at AT TIME ZONE 'Pacific/Auckland')::date`,
  );
  expect(rows).toEqual([{ wrong: 0 }]);
});
