import type { ClientBase, Pool } from 'pg';
import { ulid } from 'ulid';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { PgTransaction } from '#sync-server/postgres/pg-transaction.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { lockHead } from '#sync-server/sync/lock-device.ts';
import { asSystem, systemContext } from './as-system.ts';
import { requestIdOf } from './dated-run.ts';

/**
 * Run a rule as the system: one transaction under the business entity's head, with events that name no
 * person.
 */
export function writeAsSystem<T>(
  pool: Pool,
  entity: BusinessEntity,
  { now, timeZone }: { now: Date; timeZone: string },
  work: (tx: Transaction, context: OperationContext, client: ClientBase) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, async (client) => {
    await lockHead(client, entity);
    const [at, id] = [now.toISOString(), ulid()];
    const stamp = { at, userId: null, entity, receivedAt: at, requestId: requestIdOf(id) };
    const pgTransaction = new PgTransaction(client, stamp);
    const result = await work(asSystem(pgTransaction), systemContext(entity, { id, at, timeZone }), client);
    await pgTransaction.finish();
    return result;
  });
}
