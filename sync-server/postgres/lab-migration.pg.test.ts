import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { DEFAULT_LAB } from '#db/access/lab.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { applied, defineOperation, type OperationDefinition } from '#db/operation.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { assignLabs } from '#sync-server/start/assign-labs.ts';
import { pushOperations } from '#sync-server/sync/push-operations.ts';
import { readFirstLoad } from '#sync-server/sync/snapshot.ts';
import { migrate, readMigrations } from './migrate.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
});
afterEach(() => database.drop());

const rows = async <T>(text: string): Promise<T[]> => (await database.pool.query(text)).rows as T[];

const people = (entity: string) => `
  INSERT INTO company (id, entity, name, type, status, verification_status, billing_emails, payment_terms_days,
      allow_purchase_order, order_approval_required, created_at, updated_at, version, deleted)
    VALUES ('company-${entity}', '${entity}', '${entity}', 'RESEARCH', 'ACTIVE', 'NOT_APPLICABLE', '{}', 30, true, false,
      now(), now(), 1, false);
  INSERT INTO "user" (id, email, name, first_name, last_name, is_super_admin, pin_failed_count, session_version, created_at, updated_at, version, deleted)
    VALUES ('user-${entity}', '${entity}@x.example', '${entity}', 'Ann', 'Test', false, 0, 1, now(), now(), 1, false);
  INSERT INTO user_company (id, entity, user_id, company_id, role, deactivated, session_version, created_at, updated_at, version, deleted)
    VALUES ('membership-${entity}', '${entity}', 'user-${entity}', 'company-${entity}', 'LAB_TECH', false, 1, now(), now(), 1, false);
  INSERT INTO device (id, entity, name, offline_letter, registered_by_id, user_company_id, last_n, not_before)
    VALUES ('device-${entity}', '${entity}', 'Handheld', 'A', 'user-${entity}', 'membership-${entity}', 2, now() - interval '1 day');`;

/** Migrate to the state before labs: two business entities, each with a head, a person and a device of letter A. */
async function openBefore(): Promise<void> {
  await migrate(
    database.pool,
    readMigrations().filter(({ name }) => name < '0180'),
  );
  await database.pool.query(people('WBL') + people('RESONANT'));
  await database.pool.query(
    `UPDATE sync_head SET rev = 40 WHERE entity = 'WBL'; UPDATE sync_head SET rev = 70 WHERE entity = 'RESONANT'`,
  );
}

const touchPlace = defineOperation({
  name: 'touch-place',
  version: 1,
  kind: 'fact',
  title: 'Touch place',
  grant: 'lab/storage-management:update',
  args: z.object({ id: z.string() }),
  subjects: ({ id }) => [id],
  run: async (tx, { id }) => {
    await tx.find(storageManagement, { id });
    return applied;
  },
});

const engineOf = () => ({
  pool: database.pool,
  timeZone: 'UTC',
  now: () => new Date(),
  onBug: (error: unknown) => {
    throw error;
  },
  operationNamed: () => touchPlace as OperationDefinition,
  benchOperationNamed: () => touchPlace as OperationDefinition,
});

const actorOf = (entity: 'WBL' | 'RESONANT') =>
  buildActor({
    entity,
    lab: DEFAULT_LAB,
    userId: `user-${entity}`,
    userCompanyId: `membership-${entity}`,
    companyId: `company-${entity}`,
  });

test('two heads become one with a new generation, and what devices had not sent is still taken', async () => {
  await openBefore();
  const before = await rows<{ generation: string }>('SELECT generation FROM sync_head');
  await migrate(database.pool);
  const heads = await rows<{ lab: string; rev: number; generation: string }>('SELECT * FROM sync_head');
  expect(heads).toMatchObject([{ lab: 'WBL', rev: 70 }]);
  expect(before.map(({ generation }) => generation)).not.toContain(heads[0]?.generation);
  // One of two equal letters of the lab is given up; its device gets another at its next contact.
  expect(await rows('SELECT entity, lab, offline_letter AS letter FROM device ORDER BY entity')).toEqual([
    { entity: 'RESONANT', lab: 'WBL', letter: null },
    { entity: 'WBL', lab: 'WBL', letter: 'A' },
  ]);
  for (const entity of ['RESONANT', 'WBL'] as const) {
    const { verdicts } = await pushOperations(engineOf(), actorOf(entity), {
      deviceId: `device-${entity}`,
      protocol: 1,
      operations: [
        {
          id: `waiting-${entity}`,
          n: 3,
          name: 'touch-place',
          version: 1,
          occurredAt: new Date().toISOString(),
          base: {},
          dependsOn: [],
          args: { id: 'nowhere' },
        },
      ],
    });
    expect(verdicts).toMatchObject([{ n: 3, outcome: 'APPLIED' }]);
  }
  const { head, generation } = await readFirstLoad(database.pool, actorOf('WBL'), { limit: 10 });
  expect([head, generation.startsWith(String(heads[0]?.generation))]).toEqual([72, true]);
});

test('another assignment of entities moves the rows and begins new generations, the same one does nothing', async () => {
  await openBefore();
  await migrate(database.pool);
  expect(await assignLabs(database.pool, [DEFAULT_LAB])).toBe(false);
  const before = await rows<{ generation: string }>('SELECT generation FROM sync_head');
  const apart = [
    { id: 'WBL', home: 'WBL' as const, entities: ['WBL' as const] },
    { id: 'CLINIC', home: 'RESONANT' as const, entities: ['RESONANT' as const] },
  ];
  expect(await assignLabs(database.pool, apart)).toBe(true);
  const heads = await rows<{ lab: string; rev: number; generation: string }>(
    'SELECT * FROM sync_head ORDER BY lab',
  );
  expect(heads).toMatchObject([
    { lab: 'CLINIC', rev: 70 },
    { lab: 'WBL', rev: 70 },
  ]);
  expect(heads.map(({ generation }) => generation)).not.toContain(before[0]?.generation);
  expect(await rows('SELECT id, lab FROM device ORDER BY id')).toEqual([
    { id: 'device-RESONANT', lab: 'CLINIC' },
    { id: 'device-WBL', lab: 'WBL' },
  ]);
  // Outside of an operation the lab of a new row is that of its entity.
  await database.pool.query(`INSERT INTO measurement_unit (id, entity, name, symbol, unit_type, factor_to_base, is_base,
      created_at, updated_at, version, deleted)
    VALUES ('unit', 'RESONANT', 'Gram', 'g', 'MASS', 1, true, now(), now(), 1, false)`);
  expect(await rows(`SELECT lab, rev FROM measurement_unit`)).toEqual([{ lab: 'CLINIC', rev: 71 }]);
  expect(await assignLabs(database.pool, [DEFAULT_LAB])).toBe(true);
  expect(await rows('SELECT lab, rev FROM sync_head')).toEqual([{ lab: 'WBL', rev: 71 }]);
});
