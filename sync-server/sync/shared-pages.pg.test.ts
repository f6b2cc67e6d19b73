import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { readFeed } from './feed.ts';
import { pushOperations } from './push-operations.ts';
import { readFirstLoad } from './snapshot.ts';
import { envelope, openTestLab, type TestLab } from './test-lab.ts';

let lab: TestLab;
beforeAll(async () => {
  lab = await openTestLab();
});
afterAll(() => lab.database.drop());

const start = async () => {
  const { generation, head } = await readFirstLoad(lab.database.pool, lab.tess, { limit: 1_000 });
  return { generation, cursor: head };
};
const addPlaces = async (...ids: string[]) => {
  for (const id of ids) await lab.insert(storageManagement, buildStorageManagement({ id, name: id }));
};
const idsOf = ({ documents }: { documents: readonly { id: string }[] }) => documents.map(({ id }) => id);

test('devices at one cursor share a page until the head moves, and then see the change', async () => {
  const position = await start();
  await addPlaces('shared-1');
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const ask = () => readFeed(lab.database.pool, lab.tess, { ...position, limit: 100 });
  // A page is read in a snapshot of its own.
  const readings = (): number =>
    queries.mock.calls.filter(([text]) => String(text).startsWith('BEGIN ISOLATION LEVEL REPEATABLE READ'))
      .length;
  expect((await Promise.all([ask(), ask(), ask()])).map(idsOf)).toEqual([
    ['shared-1'],
    ['shared-1'],
    ['shared-1'],
  ]);
  await ask();
  expect(readings()).toBe(1);
  await addPlaces('shared-2');
  const before = readings();
  expect(idsOf(await ask())).toEqual(['shared-1', 'shared-2']);
  expect(readings()).toBe(before + 1);
  queries.mockRestore();
});

test('a person gets the verdicts on a page that other devices share, another person none', async () => {
  const position = await start();
  const device = await lab.enroll(lab.mara);
  const { verdicts } = await pushOperations(lab.engine, lab.mara, {
    deviceId: device,
    protocol: 1,
    operations: [envelope(1, 'build-place', { id: 'judged', name: 'Box' })],
  });
  expect(verdicts).toMatchObject([{ outcome: 'APPLIED' }]);
  const ask = (actor = lab.tess) => readFeed(lab.database.pool, actor, { ...position, limit: 100 });
  const [colleagues, own] = [await ask(), await ask({ ...lab.mara, role: lab.tess.role })];
  expect(colleagues.documents.map(({ kind }) => kind)).toEqual(['StorageManagement']);
  expect(own.documents.map(({ kind }) => kind).sort()).toEqual(['Operation', 'StorageManagement']);
});

test('a full page ends at a round revision and stays valid while the head moves', async () => {
  const position = await start();
  await addPlaces(...Array.from({ length: 30 }, (_, k) => `many-${k}`));
  const ask = (cursor: number) => readFeed(lab.database.pool, lab.tess, { ...position, cursor, limit: 16 });
  const first = await ask(position.cursor);
  expect([first.cursor % 4, first.more]).toEqual([0, true]);
  await addPlaces('many-late');
  // A device that left one revision later ends its first page at the same place.
  expect((await ask(position.cursor + 1)).cursor).toBe(first.cursor);
  const ids: string[] = [];
  for (let cursor = position.cursor, more = true; more; ) {
    const page = await ask(cursor);
    ids.push(...idsOf(page));
    ({ cursor, more } = page);
  }
  expect(ids).toEqual([...Array.from({ length: 30 }, (_, k) => `many-${k}`), 'many-late']);
});
