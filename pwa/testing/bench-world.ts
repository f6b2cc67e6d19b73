import { CATALOGUE } from '#db/catalogue.ts';
import type { AnyEntity, Row } from '#db/entity.ts';
import { buildCompany } from '#db/factories/build-company.ts';
import { buildUser } from '#db/factories/build-user.ts';
import { user } from '#db/identity/user.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import type { Actor } from '#db/operation.ts';
import { operationNamed } from '#db/operations.ts';
import { company } from '#db/organizations/company.ts';
import { procedure } from '#db/protocols/procedure.ts';
import { insertRow } from '#sync-server/postgres/entity-store.ts';
import { PgTransaction } from '#sync-server/postgres/pg-transaction.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import type { BenchLab } from './bench-lab.ts';

/** Insert a world of the rule tests into the lab's Postgres, as if it had just been written. */
export async function insertWorld(lab: BenchLab, world: MemoryWorld): Promise<void> {
  const updatedAt = new Date().toISOString();
  await inTransaction(lab.database.pool, async (client) => {
    for (const id of ['user-customer', 'user-manager', 'user-director'])
      await insertRow(client, user, buildUser({ id, email: `${id}@wbl.example` }));
    if (world.all(company).length === 0) await insertRow(client, company, buildCompany({ id: 'company-1' }));
    // Flows reference procedures, which follow them in the catalog; people are a view over the users that are
    // added one by one.
    const otherEntities = CATALOGUE.filter(({ name }) => name !== procedure.name && name !== 'Person');
    for (const entity of [procedure, ...otherEntities]) {
      for (const row of world.all(entity)) await insertRow(client, entity, { ...row, updatedAt });
    }
  });
}

/** Change a row as an online page does, so that devices receive it. */
export async function changeOnline<E extends AnyEntity>(
  lab: BenchLab,
  entity: E,
  id: string,
  changes: Partial<Row<E>>,
): Promise<void> {
  const at = new Date().toISOString();
  const stamp = { at, userId: null, entity: 'WBL', receivedAt: at, requestId: `online-${id}` };
  await inTransaction(lab.database.pool, async (client) => {
    const tx = new PgTransaction(client, stamp);
    await tx.patch(entity, id, changes);
    await tx.finish();
  });
}

/** Execute a lab operation online, through the server's own pages. */
export async function runOnline(
  lab: BenchLab,
  actor: Actor,
  name: string,
  args: Record<string, unknown>,
): Promise<void> {
  const definition = operationNamed(name);
  if (!definition) throw new Error(`There is no act ${name}.`);
  const { pool } = lab.database;
  const onBug = (error: unknown) => {
    throw error;
  };
  await executeOperation({ pool, timeZone: 'UTC', now: () => new Date(), onBug }, actor, definition, args);
}
