import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '#db/entity.ts';
import { buildRow } from '#db/factories/build-row.ts';
import { buildBarcode, buildSample } from '#db/factories/build-samples.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import type { Actor } from '#db/operation.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { barcode } from '#db/samples/barcode.ts';
import { sample } from '#db/samples/sample.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import type { CollectionName } from '#db/sync/collections.ts';
import { digestText, FeedPage, SnapshotPage } from '#db/sync/wire.ts';
import { ageOut } from './age-out.ts';
import { compareDigest } from './digest.ts';
import { readFeed } from './feed.ts';
import { pushOperations } from './push-operations.ts';
import { collectionsOf } from './scope.ts';
import { newGeneration, readFirstLoad } from './snapshot.ts';
import { envelope, openTestLab, type TestLab } from './test-lab.ts';

const buildConflict = (overrides: Partial<Row<typeof syncConflict>>): Row<typeof syncConflict> =>
  buildRow(
    syncConflict,
    {
      id: 'conflict',
      commandId: 'operation',
      kind: 'slot-taken',
      targetType: 'Sample',
      targetId: 'tube',
      status: 'OPEN',
      action: 'Rescan Box 12',
      mine: {},
    },
    overrides,
  );

let lab: TestLab;
const replica = new Map<string, { collection: string; rev: number; body: Record<string, unknown> }>();

beforeAll(async () => {
  lab = await openTestLab();
});
afterAll(() => lab.database.drop());

const pool = () => lab.database.pool;

async function firstLoad(actor: Actor, limit = 7) {
  let after: string | undefined;
  let start: SnapshotPage | undefined;
  for (;;) {
    const page = SnapshotPage.parse(await readFirstLoad(pool(), actor, { after, limit }));
    start ??= page;
    for (const { id, collection, rev, body } of page.documents) replica.set(id, { collection, rev, body });
    expect(page.documents.length).toBeLessThanOrEqual(limit);
    if (!page.more) return { generation: start.generation, cursor: start.head };
    after = page.after ?? undefined;
  }
}

async function pull(actor: Actor, from: { generation: string; cursor: number }, limit = 1_000) {
  const pages: FeedPage[] = [];
  let { cursor } = from;
  for (;;) {
    const page = FeedPage.parse(
      await readFeed(pool(), actor, { generation: from.generation, cursor, limit }),
    );
    for (const { id, collection, rev, body } of page.documents) {
      expect(rev).toBeGreaterThan(cursor);
      expect(rev).toBeLessThanOrEqual(page.cursor);
      if (collection !== 'operations') replica.set(id, { collection, rev, body });
    }
    for (const { id } of page.departed) replica.delete(id);
    pages.push(page);
    cursor = page.cursor;
    if (!page.more) return { generation: from.generation, cursor, pages };
  }
}

async function differences(actor: Actor, at: { generation: string; cursor: number }) {
  const collections: Partial<Record<CollectionName, { count: number; hash: string }>> = {};
  for (const collection of collectionsOf(actor)) {
    const documents = [...replica].filter(([, document]) => document.collection === collection);
    const text = digestText(documents.map(([id, { rev }]) => ({ id, rev })));
    collections[collection] = {
      count: documents.length,
      hash: createHash('sha256').update(text).digest('hex'),
    };
  }
  return (await compareDigest(pool(), actor, { ...at, collections })).differ;
}

test("a device that follows the feed ends with the server's data, in pages of whole revisions", async () => {
  const device = await lab.enroll(lab.tess);
  const at = await firstLoad(lab.tess);
  for (let rev = 0; rev < 6; rev += 1) {
    await pool().query(
      `INSERT INTO storage_management (id, created_at, updated_at, entity, type, name, status)
       SELECT 'rev-${rev}-' || i, now(), now(), 'WBL', 'BOX', 'Box', 'ACTIVE' FROM generate_series(1, $1) AS i`,
      [rev === 3 ? 12 : 2],
    );
  }
  await pushOperations(lab.engine, lab.tess, {
    deviceId: device,
    protocol: 1,
    operations: [envelope(1, 'build-place', { id: 'mine', name: 'x' })],
  });
  const { pages, ...end } = await pull(lab.tess, at, 5);
  const sizes = pages.map((page) => page.documents.length);
  expect(sizes).toContain(12);
  const pagesOfRev = new Map<number, number>();
  for (const [place, page] of pages.entries())
    for (const { rev } of page.documents) {
      expect(pagesOfRev.get(rev) ?? place).toBe(place);
      pagesOfRev.set(rev, place);
    }
  const verdict = pages
    .flatMap((page) => page.documents)
    .find(({ collection }) => collection === 'operations');
  const effect = pages.flatMap((page) => page.documents).find(({ id }) => id === 'mine');
  expect(verdict).toMatchObject({ rev: effect?.rev, body: { outcome: 'APPLIED', n: 1, deviceId: device } });
  expect(effect?.body['events']).toMatchObject([{ type: 'CONTAINER_CREATED', syncedAt: lab.now.value }]);
  expect(await differences(lab.tess, end)).toEqual([]);
});

test('a digest names the collection in which a device differs, and only at the head', async () => {
  const end = await pull(lab.tess, await firstLoad(lab.tess));
  const at = { generation: end.generation, cursor: end.cursor };
  replica.delete('rev-0-1');
  expect(await differences(lab.tess, at)).toEqual(['storage']);
  await expect(differences(lab.tess, { ...at, cursor: at.cursor - 1 })).rejects.toMatchObject({
    code: 'CURSOR_BEHIND',
    status: 409,
  });
  await firstLoad(lab.tess);
  expect(await differences(lab.tess, at)).toEqual([]);
});

test('deleted rows and rows unchanged for 60 days are removed', async () => {
  const client = await lab.database.owner.connect();
  await client.query('BEGIN; SET CONSTRAINTS ALL DEFERRED; SET LOCAL session_replication_role = replica');
  for (const [id, updatedAt] of [
    ['old', '2026-10-01T00:00:00.000Z'],
    ['stored', '2026-10-01T00:00:00.000Z'],
  ] as const) {
    const code = buildBarcode({ id: `code-${id}`, targetId: id });
    const tube = buildSample({
      id,
      barcodeId: code.id,
      specimenId: null,
      status: 'COMPLETED',
      updatedAt,
      storageLocationId: id === 'stored' ? 'rev-0-1' : null,
    });
    const rows = [
      [barcode, code],
      [sample, tube],
    ] as const;
    for (const [entity, row] of rows) {
      const columns = Object.keys(row)
        .map((field) => field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`))
        .join(', ');
      const record = Object.fromEntries(
        Object.entries(row).map(([field, value]) => [
          field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
          value,
        ]),
      );
      await client.query(
        `INSERT INTO ${entity.table} (${columns}) SELECT ${columns} FROM json_populate_record(NULL::${entity.table}, $1)`,
        [JSON.stringify(record)],
      );
    }
  }
  await client.query(`UPDATE sync_head SET carried_since = '2026-09-22T10:00:00Z'; COMMIT`);
  client.release();
  const at = await firstLoad(lab.tess);
  expect(replica.get('old')?.body).toMatchObject({ status: 'COMPLETED', events: [] });
  await pool().query(`UPDATE storage_management SET deleted = true WHERE id = 'rev-1-1'`);
  await ageOut(pool(), new Date('2026-12-15T00:00:00Z'));
  const { pages, ...end } = await pull(lab.tess, at);
  expect(pages.flatMap((page) => page.departed)).toEqual(
    expect.arrayContaining([
      { collection: 'storage', id: 'rev-1-1' },
      { collection: 'samples', id: 'old' },
    ]),
  );
  expect(replica.has('stored')).toBe(true);
  expect(await differences(lab.tess, end)).toEqual([]);
});

test('a conflict leaves devices a day after its decision, an open one stays', async () => {
  const decided = { status: 'RESOLVED', resolution: 'KEEP_A' } as const;
  const rows = [
    buildConflict({ id: 'waits', updatedAt: '2026-12-01T00:00:00.000Z' }),
    buildConflict({ id: 'decided', ...decided, updatedAt: '2026-12-15T10:00:00.000Z' }),
    buildConflict({ id: 'decided-later', ...decided, updatedAt: '2026-12-15T20:00:00.000Z' }),
  ];
  for (const row of rows) await lab.insert(syncConflict, row);
  await ageOut(pool(), new Date('2026-12-16T09:30:00Z'));
  replica.clear();
  const at = await firstLoad(lab.tess, 1_000);
  const conflicts = () =>
    [...replica].flatMap(([id, one]) => (one.collection === 'conflicts' ? [id] : [])).sort();
  expect(conflicts()).toEqual(['decided', 'decided-later', 'waits']);
  await ageOut(pool(), new Date('2026-12-16T10:30:00Z'));
  const { pages, ...end } = await pull(lab.tess, at);
  expect(pages.flatMap((page) => page.departed)).toEqual([{ collection: 'conflicts', id: 'decided' }]);
  expect(conflicts()).toEqual(['decided-later', 'waits']);
  expect(await differences(lab.tess, end)).toEqual([]);
});

test('no row of another lab, of an entity that the person does not serve, or beyond the role is sent', async () => {
  await lab.insert(storageManagement, buildStorageManagement({ id: 'other-box' }));
  await lab.database.owner.query(`INSERT INTO sync_head (lab) VALUES ('OTHER')`);
  await lab.database.owner.query(`UPDATE storage_management SET lab = 'OTHER' WHERE id = 'other-box'`);
  await pull(lab.tess, await firstLoad(lab.tess));
  expect([replica.has('other-box'), replica.has(lab.rob.userCompanyId)]).toEqual([false, true]);
  const beginning = await readFirstLoad(pool(), lab.tess, { limit: 1 });
  const everything = await readFeed(pool(), lab.tess, {
    generation: beginning.generation,
    cursor: 0,
    limit: 5_000,
  });
  expect(JSON.stringify(everything)).not.toContain('other-box');

  const service: Actor = { ...lab.mara, role: 'CS_REP' };
  replica.clear();
  await firstLoad(service);
  expect(replica.has(lab.rob.userCompanyId)).toBe(false);
  expect(
    [...new Set([...replica.values()].map(({ collection }) => collection))].every((name) =>
      ['specimens', 'orders', 'people'].includes(name),
    ),
  ).toBe(true);
  await expect(
    readFirstLoad(pool(), { ...lab.tess, role: 'COMPANY_USER' }, { limit: 1 }),
  ).rejects.toMatchObject({ status: 403 });
});

test('the feed omits another person’s verdicts', async () => {
  const device = await lab.enroll(lab.mara);
  const { generation, cursor } = await firstLoad(lab.tess);
  await pushOperations(lab.engine, lab.mara, {
    deviceId: device,
    protocol: 1,
    operations: [envelope(1, 'rename-place', { id: 'nowhere', name: 'x' })],
  });
  const { pages } = await pull(lab.tess, { generation, cursor });
  expect(pages).toMatchObject([{ documents: [], departed: [], cursor: cursor + 1, more: false }]);
});

test('the feed refuses the device of another person, and sends nothing to a revoked one', async () => {
  const [own, other] = [await lab.enroll(lab.tess), await lab.enroll(lab.mara)];
  const { generation, cursor } = await firstLoad(lab.tess);
  const ask = (actor: Actor, device: string) =>
    readFeed(pool(), actor, { generation, cursor, limit: 10, device });
  await expect(ask(lab.tess, own)).resolves.toMatchObject({ cursor, documents: [] });
  await expect(ask(lab.tess, other)).rejects.toMatchObject({ status: 403, code: 'FORBIDDEN' });
  await pool().query('UPDATE device SET revoked = true, revoked_at = now() WHERE id = $1', [own]);
  await expect(ask(lab.tess, own)).rejects.toMatchObject({ code: 'DEVICE_REVOKED' });
});

test('a new generation, a new role and a cursor from the future start again', async () => {
  const { generation, cursor } = await firstLoad(lab.tess);
  const generationChanged = { status: 410, code: 'GENERATION_CHANGED' };
  const manager: Actor = { ...lab.tess, role: 'PROJECT_MANAGER' };
  await expect(
    readFeed(pool(), lab.tess, { generation, cursor: cursor + 1, limit: 10 }),
  ).rejects.toMatchObject(generationChanged);
  await expect(readFeed(pool(), manager, { generation, cursor, limit: 10 })).rejects.toMatchObject(
    generationChanged,
  );
  await newGeneration(pool());
  await expect(readFeed(pool(), lab.tess, { generation, cursor, limit: 10 })).rejects.toMatchObject(
    generationChanged,
  );
  await expect(readFirstLoad(pool(), lab.tess, { after: 'Nothing|x', limit: 10 })).rejects.toMatchObject(
    generationChanged,
  );
});
