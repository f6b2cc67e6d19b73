import { ulid } from 'ulid';
import { z } from 'zod';
import { benchOperationNamed } from '#db/bench-operations.ts';
import type { AnyEntity, Row } from '#db/entity.ts';
import { refuse } from '#db/errors/app-error.ts';
import { buildUser, buildUserCompany } from '#db/factories/build-identity.ts';
import { buildCompany } from '#db/factories/build-organizations.ts';
import { buildStorageManagement } from '#db/factories/build-storage.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { user } from '#db/identity/user.ts';
import { userCompany } from '#db/identity/user-company.ts';
import { type Actor, applied, defineOperation, type OperationDefinition, warned } from '#db/operation.ts';
import { company } from '#db/organizations/company.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import type { OperationEnvelope } from '#db/sync/wire.ts';
import type { AccelerationParts } from '#sync-server/postgres/acceleration/parts.ts';
import { insertRow } from '#sync-server/postgres/entity-store.ts';
import { createTestDatabase, type TestDatabase } from '#sync-server/postgres/test-database.ts';
import type { Engine } from './apply-operation.ts';

/** The current time of the engine tests. */
export const NOW = '2026-11-21T10:00:00.000Z';

// Small operations with every outcome, so that the engine is tested without the lab's own rules.

const buildPlace = defineOperation({
  name: 'build-place',
  version: 2,
  kind: 'fact',
  title: 'Build place',
  grant: 'lab/storage-management:update',
  args: z.object({ id: z.string(), name: z.string() }),
  subjects: ({ id }) => [id],
  run: async (tx, { id, name }, context) => {
    await tx.insert(storageManagement, {
      ...buildStorageManagement({ id, name }),
      entity: context.actor.entity,
    });
    await recordEvent(tx, context, {
      type: 'CONTAINER_CREATED',
      targetType: 'StorageManagement',
      targetId: id,
    });
    return applied;
  },
});

const renamePlace = defineOperation({
  name: 'rename-place',
  version: 1,
  kind: 'intent',
  title: 'Rename place',
  grant: 'lab/storage-management:update',
  args: z.object({
    id: z.string(),
    name: z.string(),
    ending: z.enum(['refuse', 'bug', 'outage']).optional(),
  }),
  subjects: ({ id }) => [id],
  run: async (tx, { id, name, ending }, context) => {
    const changed = await context.changedSinceSeen(storageManagement, id);
    if (!(await tx.get(storageManagement, id))) throw refuse('NOT_FOUND', 'Not found.');
    await tx.patch(storageManagement, id, { name });
    if (ending === 'refuse') throw refuse('SLOT_OCCUPIED', 'Something is there already.');
    if (ending === 'bug') throw new TypeError('undefined is not a place');
    if (ending === 'outage') throw new Error('Connection terminated unexpectedly');
    return changed ? warned('CHANGED', 'Somebody changed it before.') : applied;
  },
});

const decide = defineOperation({
  name: 'decide',
  version: 1,
  kind: 'intent',
  title: 'Decide',
  grant: 'lab/assigned-sections:create',
  args: z.object({}),
  subjects: () => [],
  run: async () => applied,
});

const KNOWN: Readonly<Record<string, OperationDefinition>> = Object.fromEntries(
  [buildPlace, renamePlace, decide].map((operation) => [operation.name, operation as OperationDefinition]),
);

/** A migrated database with two people of WBL and one of RESONANT, and an engine over it. */
export interface TestLab {
  database: TestDatabase;
  engine: Engine & { bugs: unknown[] };
  tess: Actor;
  mara: Actor;
  rob: Actor;
  insert<E extends AnyEntity>(entity: E, row: Row<E>): Promise<void>;
  enroll(actor: Actor): Promise<string>;
  /** Release the letters of all devices, because there are only 24. */
  retireDevices(): Promise<void>;
  settings: { pool: TestDatabase['pool']; timeZone: string; offlineHours: number; now(): Date };
  now: { value: string };
}

async function addPerson(lab: Pick<TestLab, 'insert'>, actor: Actor): Promise<void> {
  const { userId, userCompanyId, companyId, role, entity, name } = actor;
  await lab.insert(company, buildCompany({ id: companyId, entity }));
  await lab.insert(user, buildUser({ id: userId, name }));
  await lab.insert(userCompany, buildUserCompany({ id: userCompanyId, userId, companyId, role, entity }));
}

/** Create the lab in which the engine is tested; `drop()` its database afterwards. */
export async function openTestLab(acceleration?: AccelerationParts): Promise<TestLab> {
  const database = await createTestDatabase({ max: 24, ...(acceleration ? { acceleration } : {}) });
  const { pool } = database;
  const now = { value: NOW };
  const bugs: unknown[] = [];
  const clock = () => new Date(now.value);
  const tess = buildActor();
  const mara = buildActor({
    userId: 'user-mara',
    userCompanyId: 'membership-mara',
    companyId: 'company-2',
    role: 'LAB_MANAGER',
    name: 'Mara',
  });
  const rob = buildActor({
    userId: 'user-rob',
    userCompanyId: 'membership-rob',
    companyId: 'company-res',
    entity: 'RESONANT',
    name: 'Rob',
  });
  const insert: TestLab['insert'] = async (entity, row) => {
    const client = await pool.connect();
    try {
      await insertRow(client, entity, row);
    } finally {
      client.release();
    }
  };
  for (const actor of [tess, mara, rob]) await addPerson({ insert }, actor);
  let letters = 0;
  return {
    database,
    tess,
    mara,
    rob,
    insert,
    now,
    settings: { pool, timeZone: 'UTC', offlineHours: 72, now: clock },
    engine: {
      pool,
      timeZone: 'UTC',
      now: clock,
      onBug: (error) => bugs.push(error),
      operationNamed: (name) => KNOWN[name],
      benchOperationNamed: (name) => KNOWN[name] ?? benchOperationNamed(name),
      bugs,
    },
    retireDevices: async () => {
      await pool.query('UPDATE device SET revoked = true, revoked_at = now() WHERE NOT revoked');
    },
    enroll: async (actor) => {
      const id = ulid();
      await pool.query(
        `INSERT INTO device (id, entity, name, offline_letter, registered_by_id, user_company_id) VALUES ($1, $2, 'Zebra', $3, $4, $5)`,
        [id, actor.entity, 'ABCDEFGHJKLMNPQRSTUVWXYZ'[letters++ % 24], actor.userId, actor.userCompanyId],
      );
      return id;
    },
  };
}

/** Build one operation as a device sends it. */
export const envelope = (
  n: number,
  name: string,
  args: Record<string, unknown>,
  more: Partial<OperationEnvelope> = {},
): OperationEnvelope => ({
  id: ulid(),
  n,
  name,
  version: name === 'build-place' ? 2 : 1,
  occurredAt: NOW,
  base: {},
  dependsOn: [],
  args,
  ...more,
});
