import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Lab } from '#db/access/lab.ts';
import { CATALOGUE } from '#db/entities.ts';
import type { AnyEntity } from '#db/entity.ts';
import { buildUser, buildUserCompany } from '#db/factories/build-identity.ts';
import { buildCompany } from '#db/factories/build-organizations.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { user } from '#db/identity/user.ts';
import { userCompany } from '#db/identity/user-company.ts';
import type { Actor } from '#db/operation.ts';
import { operationNamed } from '#db/operations.ts';
import { company } from '#db/organizations/company.ts';
import { type FeedDocument, PushRequest } from '#db/sync/wire.ts';
import { insertRow } from '#sync-server/postgres/entity-store.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { enrollDevice } from '#sync-server/sync/devices.ts';
import { compareDigest } from '#sync-server/sync/digest.ts';
import { readFeed } from '#sync-server/sync/feed.ts';
import { pushOperations } from '#sync-server/sync/push-operations.ts';
import { readFirstLoad } from '#sync-server/sync/snapshot.ts';
import { envelope, openTestLab, type TestLab } from '#sync-server/sync/test-lab.ts';
import { buildOperationsWorld, OPERATION_ARGS } from './operations-world.ts';
import { recordStatements, tablesOfAnyLab, textOf } from './statement-record.ts';

// Labs of one business entity with the same kind of data: nothing but `lab` tells their rows apart.
const LABS = ['NORTH', 'SOUTH', 'EAST'] as const;
type LabName = (typeof LABS)[number];
const labOf = (id: LabName): Lab => ({ id, home: 'WBL', entities: ['WBL'] });
const actorOf = (lab: LabName): Actor =>
  buildActor({
    userId: `${lab}-user`,
    userCompanyId: `${lab}-member`,
    companyId: `${lab}-company`,
    lab: labOf(lab),
  });

// Of one sample each in the wire contract; several rows of a table are written by statements of their own.
const OPERATIONS: typeof OPERATION_ARGS = {
  ...OPERATION_ARGS,
  'move-samples': (k) => ({
    bulkId: `bulk-${k}`,
    moves: ['B', 'C'].map((row, n) => ({
      sampleId: `s${5 * n + 10 + k}`,
      containerId: 'b-box',
      position: `${row}${k}`,
    })),
  }),
};

const WORLD = buildOperationsWorld();
/** What must differ between two labs in one database: ids, and the unique numbers and codes. */
const UNIQUE_VALUES = new Set(
  CATALOGUE.flatMap((entity) =>
    WORLD.all(entity).flatMap((row: Record<string, unknown>) =>
      ['id', 'code', 'julianId', 'orderNumber', 'barcode', 'value', 'requisitionNumber'].map(
        (field) => row[field],
      ),
    ),
  ),
);

const JULIAN_YEAR = { NORTH: '24', SOUTH: '25', EAST: '27' } as const;

/** Rename everything after the lab, at any depth; numbers get a year of the lab. */
function renameForLab(lab: LabName, value: unknown): unknown {
  if (typeof value === 'string' && UNIQUE_VALUES.has(value))
    return /^[WR]-?\d{5}/.test(value) ? value.replace(/\d\d/, JULIAN_YEAR[lab]) : `${lab}-${value}`;
  if (Array.isArray(value)) return value.map((inner) => renameForLab(lab, inner));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, renameForLab(lab, inner)]));
}

let lab: TestLab;
let pool: Pool;
let record: ReturnType<typeof recordStatements>;
let labTables: ReadonlySet<string>;
let documentsOfSouth: FeedDocument[] = [];

async function addLab(name: LabName): Promise<void> {
  const { userId, userCompanyId, companyId, role, entity } = actorOf(name);
  await inTransaction(lab.database.owner, async (client) => {
    await client.query('INSERT INTO sync_head (lab) VALUES ($1)', [name]);
    await client.query(`SELECT set_config('benchside.lab', $1, true)`, [name]);
    // The organizations that these operations do not need are omitted.
    await client.query('SET LOCAL session_replication_role = replica');
    const insert = (of: AnyEntity, row: object) =>
      insertRow(client, of, Object.fromEntries(Object.entries(row)));
    await insert(company, buildCompany({ id: companyId, entity }));
    await insert(user, buildUser({ id: userId, email: `${name.toLowerCase()}@wbl.example` }));
    await insert(userCompany, buildUserCompany({ id: userCompanyId, userId, companyId, role, entity }));
    for (const of of CATALOGUE)
      if (of.name !== 'Person')
        for (const row of WORLD.all(of)) await insert(of, Object(renameForLab(name, row)));
  });
}

beforeAll(async () => {
  lab = await openTestLab();
  for (const name of LABS) await addLab(name);
  const { rows } = await lab.database.owner.query<{ name: string }>(
    `SELECT c.table_name AS name FROM information_schema.columns c JOIN information_schema.tables t
       USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND c.column_name = 'lab' AND t.table_type = 'BASE TABLE' ORDER BY 1`,
  );
  labTables = new Set(rows.map(({ name }) => name));
  pool = createPool(lab.database.url, { max: 1 });
  record = recordStatements(pool);
});
afterAll(async () => {
  await pool.end();
  await lab.database.drop();
});

/** Do all that a device of the lab does in a day, once for each lab; returns what it stores then. */
async function runHotPath(name: LabName): Promise<FeedDocument[]> {
  const actor = actorOf(name);
  const settings = { ...lab.settings, pool };
  const engine = { ...lab.engine, pool, operationNamed };
  const { deviceId } = await enrollDevice(settings, actor, { name: 'Zebra' });
  const other = await enrollDevice(settings, actor, { name: 'Zebra' });
  const start = await readFirstLoad(pool, actor, { limit: 1_000 });
  let n = 0;
  const push = async (device: string, body: object): Promise<void> => {
    const request = PushRequest.parse({ deviceId: device, protocol: 1, operations: [], ...body });
    const { verdicts } = await pushOperations(engine, actor, request);
    for (const { outcome, message } of verdicts) if (outcome === 'REJECTED') throw new Error(String(message));
  };
  const build = (operation: string, k: number, base: Record<string, number> = {}) => {
    n += 1;
    const args = Object(renameForLab(name, OPERATIONS[operation]?.(k)));
    return envelope(n, operation, args, { base, occurredAt: '2026-11-21T09:00:00.000Z' });
  };
  // The prefetcher has learned what a rule reads when it runs a third time.
  for (const operation of Object.keys(OPERATIONS))
    for (const k of [1, 2, 3, 4]) await push(deviceId, { operations: [build(operation, k)] });
  const repeated = build('move-sample', 5);
  for (const _ of [1, 2]) await push(deviceId, { operations: [repeated] });
  await push(deviceId, { waiting: 0 });
  n = 0;
  // Another device moves a tube as it was before the moves above.
  await push(other.deviceId, { operations: [build('move-sample', 5, { [`${name}-s5`]: start.head })] });
  await enrollDevice(settings, actor, { name: 'Zebra', deviceId });
  const { generation, head } = start;
  const page = await readFeed(pool, actor, { generation, cursor: head, limit: 1_000, device: deviceId });
  const everything = await readFirstLoad(pool, actor, { limit: 1_000 });
  const collections = Object.fromEntries(
    everything.documents.map(({ collection }) => [collection, { count: 0, hash: 'none' }]),
  );
  await compareDigest(pool, actor, { cursor: everything.head, collections });
  expect(lab.engine.bugs).toEqual([]);
  return [...page.documents, ...everything.documents];
}

// Without exceptions. What functions and triggers of the database do stands in no statement: sync_open and sync_touch_rows
// find rows by ids that the lab's own rows name, which the last test observes.
test('each statement of the hot path names the lab of the rows', async () => {
  record.take();
  await runHotPath('NORTH');
  const texts = new Set(record.take().map(textOf));
  expect(texts.size).toBeGreaterThan(50);
  const unbound = [...texts].flatMap((text) =>
    tablesOfAnyLab(text, new Set([...labTables, 'person'])).map((table) => `${table}: ${text}`),
  );
  expect(unbound).toEqual([]);
});

test('a lab works while every row of another lab is locked', async () => {
  const blocker = await lab.database.owner.connect();
  try {
    await blocker.query('BEGIN');
    for (const table of labTables)
      await blocker.query(`SELECT 1 FROM "${table}" WHERE lab = 'NORTH' FOR UPDATE`);
    await blocker.query(`UPDATE sync_head SET rev = rev + 1 WHERE lab = 'NORTH'`);
    // A statement that waits for a row of the other lab ends with an error instead.
    documentsOfSouth = await runHotPath('SOUTH');
    expect(documentsOfSouth.filter(({ kind }) => kind === 'Sample').length).toBeGreaterThan(20);
  } finally {
    await blocker.query('ROLLBACK');
    blocker.release();
  }
});

test('no document of a lab holds a row of another lab', async () => {
  const text = JSON.stringify(documentsOfSouth);
  expect(LABS.map((name) => text.includes(name))).toEqual([false, true, false]);
  const ids = documentsOfSouth.map(({ id }) => id);
  for (const table of labTables) {
    const { rows } = await lab.database.owner.query(
      `SELECT * FROM "${table}" AS one WHERE lab <> 'SOUTH' AND to_jsonb(one) ->> 'id' = ANY ($1)`,
      [ids],
    );
    expect(rows).toEqual([]);
  }
});

// Postgres asks a policy about each row that the conditions on keys have let through, also inside of functions and
// triggers, and about each row that is written.
test('no statement of a lab comes across a row of another lab', async () => {
  const { owner } = lab.database;
  await owner.query(`CREATE FUNCTION foreign_row(of_table text, of_lab text) RETURNS boolean LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'a row of % in %', of_lab, of_table; END $$`);
  for (const table of labTables)
    await owner.query(`ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY;
      CREATE POLICY one_lab ON "${table}" USING (lab = 'EAST' OR foreign_row('${table}', lab))`);
  await owner.query('ALTER VIEW person SET (security_invoker = true)');
  await expect(pool.query('SELECT count(*) FROM sample')).rejects.toThrow(/a row of (NORTH|SOUTH) in sample/);
  const documents = await runHotPath('EAST');
  expect(documents.some(({ kind }) => kind === 'Person')).toBe(true);
});
