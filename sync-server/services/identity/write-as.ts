import type { PoolClient } from 'pg';
import { ulid } from 'ulid';
import type { Actor, OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { systemContext } from '#sync-server/jobs/as-system.ts';
import { PgTransaction } from '#sync-server/postgres/pg-transaction.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { lockHead } from '#sync-server/sync/lock-device.ts';

/** The writers for a rule without a session: rows and events through `tx`, secrets through `client`. */
export interface Writing {
  tx: Transaction;
  context: OperationContext;
  client: PoolClient;
  /** Write the rows of the rule, so that `client` sees them. */
  flush(): Promise<void>;
}

/**
 * Run an account rule as a person without a session (sign-up, accepting an invitation): one transaction under
 * the business entity's head, with audit rows, like every operation.
 */
export function writeAs<T>(
  { pool, env, now }: Pick<AppServices, 'pool' | 'env' | 'now'>,
  actor: Actor,
  work: (writing: Writing) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, async (client) => {
    await lockHead(client, actor.entity);
    const [at, id] = [now().toISOString(), ulid()];
    const stamp = { at, userId: actor.userId, entity: actor.entity, receivedAt: at, requestId: id };
    const tx = new PgTransaction(client, stamp);
    const context = { ...systemContext(actor.entity, { id, at, timeZone: env.LAB_TIMEZONE }), actor };
    let flushed = false;
    const flush = async () => {
      if (!flushed) await tx.finish();
      flushed = true;
    };
    const result = await work({ tx, context, client, flush });
    await flush();
    return result;
  });
}
