import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultPermissionGroups } from '#db/access/default-permission-groups.ts';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import { ensurePermissionGroups } from './ensure-permission-groups.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const names = async (entity: string) =>
  (
    await database.pool.query<{ name: string }>(
      'SELECT name FROM permission_group WHERE entity = $1 AND NOT deleted ORDER BY name',
      [entity],
    )
  ).rows.map(({ name }) => name);

test('an installation without demo gets the default groups once, also when two servers start', async () => {
  await Promise.all([ensurePermissionGroups(database.pool), ensurePermissionGroups(database.pool)]);
  for (const entity of ['WBL', 'RESONANT'] as const) {
    const expectedNames = defaultPermissionGroups(entity).map(({ name }) => name);
    expect(await names(entity)).toEqual(expectedNames.sort());
  }
});

test('changed groups stay unchanged at the next start', async () => {
  await database.pool.query(
    `UPDATE permission_group SET deleted = true WHERE entity = 'WBL' AND name <> 'Administrators'`,
  );
  await ensurePermissionGroups(database.pool);
  expect(await names('WBL')).toEqual(['Administrators']);
});
