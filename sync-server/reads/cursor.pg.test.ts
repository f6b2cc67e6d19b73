import { afterAll, beforeAll, expect, test } from 'vitest';
import { listQueryOf } from '#db/api/list-query.ts';
import { order } from '#db/ordering/orders/order.ts';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import { dropConstraints, fillTable } from './fill-table.ts';
import { listRows } from './list-rows.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const owner = await database.owner.connect();
  await dropConstraints(owner);
  // A tenth of the timestamps are empty, and several orders share each of the others.
  const shared = `CASE WHEN n % 10 > 0 THEN now() - (n % 7) * interval '1 day' END`;
  await fillTable(owner, order, 200, { completedAt: shared });
  owner.release();
});
afterAll(() => database.drop());

const read = (query: Record<string, string | number>) =>
  listRows(database.pool, order, listQueryOf(order).parse({ limit: 17, ...query }), 'WBL');

/** Read the ids of a list, page by page. */
async function idsBy(sort: string, paging: 'page' | 'cursor'): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const last = ids.at(-1);
    const { rows } = await read({ sort, ...(paging === 'page' ? { page } : last ? { cursor: last } : {}) });
    if (rows.length === 0) return ids;
    ids.push(...rows.map(({ id }) => id));
  }
}

test.each([
  'id:asc',
  'id:desc',
  'createdAt:desc',
  'status:asc',
  'completedAt:asc',
  'completedAt:desc',
  'status:desc,completedAt:desc,orderNumber:asc',
])('a cursor visits the same rows as page numbers, sorted by %s', async (sort) => {
  const pages = await idsBy(sort, 'page');
  expect(pages).toHaveLength(196);
  expect(await idsBy(sort, 'cursor')).toEqual(pages);
});

test('a cursor that is no row of the list is refused with advice', async () => {
  await expect(read({ cursor: 'nobody' })).rejects.toMatchObject({
    code: 'VALIDATION',
    issues: [{ path: 'cursor', message: 'This row is no longer in the list. Load the list again.' }],
  });
  // Deleted rows are no rows of the list either.
  await expect(read({ cursor: 'row-000050' })).rejects.toMatchObject({ code: 'VALIDATION' });
});
