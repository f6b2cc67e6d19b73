import type { ClientBase, Pool, PoolClient } from 'pg';
import { AppError } from '#db/errors/app-error.ts';
import type { Actor } from '#db/operation.ts';
import type { SnapshotPage, SnapshotQuery } from '#db/sync/wire.ts';
import { Id } from '#db/values/id.ts';
import { columnList, query } from '#sync-server/postgres/entity-store.ts';
import { quoted } from '#sync-server/postgres/row-mapping.ts';
import { documentsOf } from './documents.ts';
import { replicationFilter } from './replication-filter.ts';
import { IN_SCOPE, openScope, type ReplicatedEntity, type Scope } from './scope.ts';

const BEGIN_SNAPSHOT = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
  SET LOCAL statement_timeout = '20s';
  SET LOCAL idle_in_transaction_session_timeout = '20s'`;

/** Run reads that must all see the same snapshot. */
export async function readSnapshot<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let usable = true;
  try {
    await client.query(BEGIN_SNAPSHOT);
    return await work(client);
  } finally {
    await client.query('ROLLBACK').catch(() => {
      usable = false;
    });
    client.release(!usable);
  }
}

/**
 * Give every lab a new generation. Run once after the database was restored from a backup:
 * revisions that devices have seen are gone, so they load everything again and resend what the restored log
 * does not know.
 */
export async function newGeneration(pool: Pool): Promise<void> {
  await pool.query('UPDATE sync_head SET generation = gen_random_uuid()');
}

function placeOf(scope: Scope, after: string | undefined): { index: number; id: string } {
  if (after === undefined || after === '') return { index: 0, id: '' };
  const cut = after.indexOf('|');
  const index = scope.replicatedEntities.findIndex(({ entity }) => entity.name === after.slice(0, cut));
  const id = after.slice(cut + 1);
  if (index < 0 || !Id.safeParse(id).success) {
    throw new AppError('GENERATION_CHANGED', 'This device must load its data again.');
  }
  return { index, id };
}

async function readRows(
  client: ClientBase,
  scope: Scope,
  { entity }: ReplicatedEntity,
  after: string,
  limit: number,
) {
  const text = `SELECT ${columnList(entity)} FROM ${quoted(entity.table)} AS doc
    WHERE ${IN_SCOPE} AND id > $3 AND ${replicationFilter(entity, 'doc', '$4::timestamptz')} ORDER BY id LIMIT $5`;
  return (await query(client, text, [scope.lab, scope.entities, after, scope.since, limit])).rows;
}

/**
 * Read one page of everything a device stores. No long transaction is needed: changes between two pages have
 * a revision above the first page's `head`, so the feed sends them again.
 */
export async function readFirstLoad(
  pool: Pool,
  actor: Actor,
  snapshotQuery: SnapshotQuery,
): Promise<SnapshotPage> {
  return readSnapshot(pool, async (client) => {
    const scope = await openScope(client, actor);
    const page: SnapshotPage = {
      generation: scope.generation,
      head: scope.head,
      after: null,
      more: false,
      documents: [],
    };
    let { index, id } = placeOf(scope, snapshotQuery.after);
    for (; index < scope.replicatedEntities.length; index += 1, id = '') {
      const replicated = scope.replicatedEntities[index];
      if (!replicated) break;
      const room = snapshotQuery.limit - page.documents.length;
      const rows = await readRows(client, scope, replicated, id, room);
      page.documents.push(...(await documentsOf(client, replicated, rows)));
      if (rows.length === room) {
        return { ...page, after: `${replicated.entity.name}|${String(rows.at(-1)?.['id'])}`, more: true };
      }
    }
    return page;
  });
}
