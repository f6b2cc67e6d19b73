import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createRxDatabase, OPEN_COLLECTIONS, overwritable, type RxCollection, type RxDatabase } from 'rxdb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  FeedStorage,
  FIRST_LOAD,
  holdsDocuments,
  indexedDbNameOf,
  queryStored,
  rowToRemove,
  rowToWrite,
  storedById,
  storedDocument,
  storedDocuments,
  storedIds,
  withoutStorageFields,
  writeStored,
} from './rxdb-internals.ts';
import type { ReplicaDocument } from './store/document.ts';
import { readModelSchema } from './store/read-model-schema.ts';

const Package = z.object({ version: z.string() });
const Project = z.object({ dependencies: z.record(z.string(), z.string()) });
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

let database: RxDatabase;
let samples: RxCollection<ReplicaDocument>;
let names = 0;

beforeEach(async () => {
  names += 1;
  database = await createRxDatabase({
    name: `internals-${names}`,
    storage: new FeedStorage({}),
    multiInstance: false,
  });
  ({ samples } = await database.addCollections({ samples: { schema: readModelSchema('samples') } }));
});
afterEach(() => database.close());

const tube = (id: string, rev = 1): ReplicaDocument => ({
  id,
  kind: 'Sample',
  rev,
  updatedDesc: '0000',
  body: { id },
  ...Object.fromEntries(
    Object.keys(readModelSchema('samples').properties)
      .filter((field) => field.startsWith('ix_'))
      .map((field) => [field, '']),
  ),
});
const write = (documents: ReplicaDocument[], context = 'feed') =>
  writeStored(
    samples,
    documents.map((document) => rowToWrite(document, undefined)),
    context,
  );

test('the installed RxDB and Dexie are the pinned versions that this adapter was written for', () => {
  const { dependencies } = Project.parse(readJson(`${ROOT}package.json`));
  for (const name of ['rxdb', 'dexie']) {
    const { version } = Package.parse(readJson(`${ROOT}node_modules/${name}/package.json`));
    expect([name, dependencies[name]]).toEqual([name, version]);
  }
});

describe('the rows of a collection', () => {
  test('are kept in an IndexedDB database of a known name, in the table "docs"', async () => {
    await write([tube('t1')]);
    const databaseNames = (await indexedDB.databases()).map(({ name }) => name);
    expect(databaseNames).toContain(indexedDbNameOf(`internals-${names}`, 'samples'));
    const request = indexedDB.open(indexedDbNameOf(`internals-${names}`, 'samples'));
    await new Promise((resolve) => request.addEventListener('success', resolve));
    expect([...request.result.objectStoreNames]).toContain('docs');
    request.result.close();
  });

  test.each([FIRST_LOAD, 'feed'])('have the same form when written as %s', async (context) => {
    await write([tube('t1', 7)], context);
    const [row] = await storedById(samples, ['t1']);
    expect(row && withoutStorageFields<ReplicaDocument>(row)).toEqual(tube('t1', 7));
    expect(row).toMatchObject({ _deleted: false, _attachments: {}, _meta: { lwt: expect.any(Number) } });
    expect(await storedDocument(samples, 't1')).toMatchObject({ id: 't1', rev: 7, _deleted: '0' });
    expect(await storedDocuments(samples)).toHaveLength(1);
    expect(
      await queryStored(samples, { selector: { kind: 'Sample' }, index: ['kind', 'updatedDesc'] }),
    ).toHaveLength(1);
  });

  test('are found by no read once they are removed', async () => {
    await write([tube('t1'), tube('t2')]);
    const [before] = await storedById(samples, ['t1']);
    if (!before) throw new Error('The tube was not stored.');
    expect(await writeStored(samples, [rowToRemove(before)], 'feed')).toEqual([]);
    expect(await storedDocument(samples, 't1')).toBeUndefined();
    expect(await storedById(samples, ['t1'])).toEqual([]);
    expect((await storedDocuments(samples)).map(({ id }) => id)).toEqual(['t2']);
    expect(await storedIds(samples)).toContain('t2');
    expect(await holdsDocuments(samples)).toBe(true);
  });

  test('an empty collection holds no documents', async () => {
    expect([await holdsDocuments(samples), await storedIds(samples)]).toEqual([false, []]);
  });
});

describe('a write past the hooks', () => {
  test('is not refused by a hook that refuses all other writers', async () => {
    samples.preInsert(() => {
      throw new Error('refused');
    }, false);
    expect(await write([tube('t1')])).toEqual([]);
    await expect(samples.insert(tube('t2'))).rejects.toThrow('refused');
  });

  test.each([FIRST_LOAD, 'feed'])(
    'of a present document fails with 409 and writes nothing, as %s',
    async (context) => {
      await write([tube('t1', 1)]);
      const failures = await write([tube('t1', 9)], context);
      expect(failures).toMatchObject([{ documentId: 't1', status: 409 }]);
      expect(await storedDocument(samples, 't1')).toMatchObject({ rev: 1 });
    },
  );

  test('of a document that was changed meanwhile fails with 409', async () => {
    await write([tube('t1', 1)]);
    const [before] = await storedById(samples, ['t1']);
    expect(await writeStored(samples, [rowToWrite(tube('t1', 2), before)], 'feed')).toEqual([]);
    expect(await writeStored(samples, [rowToWrite(tube('t1', 3), before)], 'feed')).toMatchObject([
      { status: 409 },
    ]);
  });

  test.each([FIRST_LOAD, 'feed'])('is announced to listeners of the collection, as %s', async (context) => {
    const announced: string[][] = [];
    const subscription = samples.eventBulks$.subscribe(({ events }) =>
      announced.push(events.map(({ documentId }) => documentId)),
    );
    await write([tube('t1'), tube('t2')], context);
    subscription.unsubscribe();
    // A first load announces its newest document only.
    expect(announced).toEqual([context === FIRST_LOAD ? ['t2'] : ['t1', 't2']]);
  });
});

test('a database waits for its creation hook before it opens', async () => {
  let isOpen = false;
  let open: () => void = () => undefined;
  const storage = new FeedStorage({
    onCreate: (_, name) =>
      name === indexedDbNameOf('internals-hook', 'samples')
        ? new Promise<void>((resolve) => {
            open = resolve;
          })
        : undefined,
  });
  const other = await createRxDatabase({ name: 'internals-hook', storage, multiInstance: false });
  const { samples: waiting } = await other.addCollections({
    samples: { schema: readModelSchema('samples') },
  });
  const read = storedIds(waiting).then(() => {
    isOpen = true;
  });
  for (let tick = 0; tick < 20; tick += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(isOpen).toBe(false);
  open();
  await read;
  await other.close();
});

test('the count of open collections and the developer mode can be set by tests of several devices', () => {
  expect(OPEN_COLLECTIONS).toBeInstanceOf(Set);
  expect(OPEN_COLLECTIONS.has(samples)).toBe(true);
  expect(overwritable.isDevMode()).toBe(false);
});
