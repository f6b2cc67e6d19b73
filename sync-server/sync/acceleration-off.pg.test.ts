import { afterEach, expect, test } from 'vitest';
import { buildBarcode, buildSample } from '#db/factories/build-samples.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { operationNamed } from '#db/operations.ts';
import { barcode } from '#db/samples/barcode.ts';
import { sample } from '#db/samples/sample.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import type { OperationVerdict } from '#db/sync/wire.ts';
import {
  ACCELERATION_PARTS,
  type AccelerationParts,
  ALL_PARTS,
} from '#sync-server/postgres/acceleration/parts.ts';
import { insertRow } from '#sync-server/postgres/entity-store.ts';
import { quoted } from '#sync-server/postgres/row-mapping.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { buildExpectedPlate, insertWorld, leaseNumbers, receiptOfPlate } from './expected-plate.ts';
import { readFeed } from './feed.ts';
import { pushOperations } from './push-operations.ts';
import { readFirstLoad } from './snapshot.ts';
import { envelope, openTestLab, type TestLab } from './test-lab.ts';

// Every run gets the same rows and operations, with the same ids.
const WORLD = buildExpectedPlate();
const BOXES = ['box-a', 'box-b'].map((id) => buildStorageManagement({ id, name: id }));
const TUBES = ['A1', 'A2', 'A3', null].map((position, k) => {
  const label = buildBarcode({ id: `label-${k}`, targetId: `tube-${k}`, type: 'SAMPLE' });
  const place = { storageLocationId: 'box-a', storagePosition: position };
  const own = { id: `tube-${k}`, barcode: label.value, barcodeId: label.id };
  return { label, tube: buildSample({ ...own, ...place, specimenId: null, extractionProcedureId: null }) };
});
const RECEIPT = await receiptOfPlate();

const move = (k: number, containerId: string, position: string | null) => ({
  sampleId: `tube-${k}`,
  containerId,
  position,
});
const operation = (n: number, name: string, args: object, more: object = {}) =>
  envelope(n, name, { ...args }, { occurredAt: '2026-11-21T09:00:00.000Z', ...more });

/** What two devices send, request by request. */
const REQUESTS = [
  {
    device: 'device-1',
    operations: [
      operation(1, 'build-place', { id: 'hall', name: 'Hall' }),
      operation(2, 'rename-place', { id: 'hall', name: 'North hall' }),
      operation(3, 'rename-place', { id: 'hall', name: 'never', ending: 'refuse' }),
      operation(4, 'rename-place', { id: 'hall', name: 'never', ending: 'bug' }),
      operation(5, 'rename-place', { id: 'sh\u0000lf', name: 'unstorable' }),
      operation(6, 'build-place', { id: 'hall', name: 'Taken id' }),
      operation(7, 'rename-place', { id: 'hall', name: 'South hall' }, { base: { hall: 1 } }),
      operation(8, 'rename-place', { id: 'hall' }),
    ],
  },
  {
    device: 'device-2',
    operations: [
      operation(1, 'move-sample', move(3, 'box-a', 'B1')),
      operation(2, 'move-sample', move(0, 'box-a', 'B1')),
      operation(3, 'swap-samples', { sampleId: 'tube-1', otherSampleId: 'tube-2' }),
      operation(4, 'move-samples', {
        bulkId: 'ring',
        moves: [move(1, 'box-b', 'A2'), move(2, 'box-b', 'A1')],
      }),
      operation(5, 'undo-move', { bulkId: 'ring' }),
      operation(6, 'check-out-sample', { sampleId: 'tube-1', purpose: 'Review' }),
      operation(7, 'move-container', { containerId: 'box-b', parentId: 'box-a', position: null }),
      operation(8, 'rename-place', { id: 'hall', name: 'East hall' }, { base: { hall: 1 } }),
      operation(10, 'move-sample', move(3, 'box-b', 'C1')),
    ],
  },
  { device: 'device-1', operations: [operation(9, 'accession-shipment', RECEIPT)] },
];

// What a run counts or draws by itself, besides the columns that the database fills with the time.
const OWN_OF_A_RUN: Readonly<Record<string, readonly string[]>> = { audit_log: ['id'], user: ['email'] };

const TABLES = `SELECT c.relname AS name, coalesce(array_agg(a.attname) FILTER (WHERE
    pg_get_expr(d.adbin, d.adrelid) ~ 'now\\(|clock_timestamp|nextval|gen_random_uuid'), '{}')::text[] AS filled
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
  LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
 WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'schema_migration' GROUP BY 1`;

async function readTables({ database: { owner } }: TestLab): Promise<Record<string, string[]>> {
  const { rows } = await owner.query<{ name: string; filled: string[] }>(TABLES);
  const tables: Record<string, string[]> = {};
  for (const { name, filled } of rows) {
    const { rows: contents } = await owner.query<{ row: string }>(
      `SELECT (to_jsonb(t) - $1::text[])::text AS row FROM ${quoted(name)} t`,
      [[...filled, ...(OWN_OF_A_RUN[name] ?? [])]],
    );
    tables[name] = contents.map(({ row }) => row).sort();
  }
  const { rows: jobs } = await owner.query<{ job: string }>(
    `SELECT task_identifier || ' ' || coalesce(key, '') AS job FROM graphile_worker.jobs`,
  );
  return { ...tables, jobs: jobs.map(({ job }) => job).sort() };
}

let lab: TestLab | undefined;
afterEach(() => lab?.database.drop());

async function prepare({ database: { pool }, tess }: TestLab): Promise<void> {
  await inTransaction(pool, async (client) => {
    for (const box of BOXES) await insertRow(client, storageManagement, box);
    for (const { label, tube } of TUBES) {
      await insertRow(client, barcode, label);
      await insertRow(client, sample, tube);
    }
  });
  await insertWorld(pool, WORLD);
  for (const [place, id] of ['device-1', 'device-2'].entries())
    await pool.query(
      `INSERT INTO device (id, created_at, updated_at, entity, name, offline_letter, registered_by_id, user_company_id)
       VALUES ($1, '2026-11-20', '2026-11-20', 'WBL', 'Zebra', $2, $3, $4)`,
      [id, 'AB'[place], tess.userId, tess.userCompanyId],
    );
  await leaseNumbers(pool, 'device-1');
}

interface Results {
  verdicts: OperationVerdict[];
  bugs: string[];
  tables: Record<string, string[]>;
  feed: unknown;
}

/** Send all requests to a new lab and read everything that they left. */
async function play(parts: AccelerationParts): Promise<Results> {
  const testLab = await openTestLab(parts);
  lab = testLab;
  await prepare(testLab);
  const { pool } = testLab.database;
  const own = testLab.engine.operationNamed;
  const engine = { ...testLab.engine, operationNamed: (name: string) => own?.(name) ?? operationNamed(name) };
  const verdicts: OperationVerdict[] = [];
  // The second time, every operation is a repetition.
  for (const { device, operations } of [...REQUESTS, ...REQUESTS]) {
    const request = { deviceId: device, protocol: 1, operations: structuredClone(operations) };
    verdicts.push(...(await pushOperations(engine, testLab.tess, request)).verdicts);
  }
  const { generation } = await readFirstLoad(pool, testLab.tess, { limit: 1 });
  const feed = await readFeed(pool, testLab.tess, { generation, cursor: 0, limit: 1_000 });
  const bugs = testLab.engine.bugs.map(String);
  return { verdicts, bugs, tables: await readTables(testLab), feed: { ...feed, generation: null } };
}

/** Name the rows that only one of two runs has; a whole dump would hide them. */
const differencesOf = (ownTables: Results['tables'], otherTables: Results['tables']): string[] =>
  [...new Set([...Object.keys(ownTables), ...Object.keys(otherTables)])].flatMap((table) => {
    const [own, other] = [new Set(ownTables[table]), new Set(otherTables[table])];
    const only = (rows: Set<string>, than: Set<string>, sign: string): string[] =>
      [...rows].filter((row) => !than.has(row)).map((row) => `${sign} ${table} ${row}`);
    return [...only(own, other, '+'), ...only(other, own, '-')].slice(0, 4);
  });

let withAll: Promise<Results> | undefined;

test('the requests apply, warn, conflict and refuse, and their writes reach many tables', async () => {
  withAll = play(ALL_PARTS);
  const { verdicts, tables } = await withAll;
  const outcomes = new Set(verdicts.map(({ outcome }) => outcome));
  expect([...outcomes].sort()).toEqual(['APPLIED', 'APPLIED_WITH_WARNING', 'CONFLICT', 'REJECTED']);
  expect(tables['sample']).toHaveLength(100);
});

const WITHOUT: readonly [string, AccelerationParts][] = [
  ['all parts', new Set()],
  ...ACCELERATION_PARTS.map((part): [string, AccelerationParts] => [
    part,
    new Set(ACCELERATION_PARTS.filter((other) => other !== part)),
  ]),
];

test.each(WITHOUT)(
  'without %s, the same requests give the same verdicts, rows, events and feed',
  async (_, parts) => {
    const [results, expected] = [await play(parts), await withAll];
    expect(differencesOf(results.tables, expected?.tables ?? {})).toEqual([]);
    expect({ ...results, tables: null }).toEqual({ ...expected, tables: null });
  },
);

test.each([
  ['with', ALL_PARTS],
  ['without', new Set<never>()],
])('%s the acceleration, devices that send at once get revisions without a gap', async (_, parts) => {
  const testLab = await openTestLab(parts);
  lab = testLab;
  const devices = await Promise.all(Array.from({ length: 6 }, () => testLab.enroll(testLab.tess)));
  const pushed = await Promise.all(
    devices.map((deviceId, place) =>
      pushOperations(testLab.engine, testLab.tess, {
        deviceId,
        protocol: 1,
        operations: [1, 2, 3].map((n) =>
          envelope(n, 'build-place', { id: `place-${place}-${n}`, name: 'x' }),
        ),
      }),
    ),
  );
  const verdicts = pushed.flatMap((answer) => answer.verdicts);
  expect(verdicts.map(({ outcome }) => outcome)).toEqual(Array(18).fill('APPLIED'));
  const revs = verdicts.map(({ rev }) => rev).sort((a, b) => a - b);
  expect(revs).toEqual(revs.map((_, place) => (revs[0] ?? 0) + place));
});
