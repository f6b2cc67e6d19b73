import type { ClientBase, Pool } from 'pg';
import { AppError } from '#db/errors/app-error.ts';
import type { Actor } from '#db/operation.ts';
import type { CollectionName } from '#db/sync/collections.ts';
import type { DigestRequest, DigestResponse } from '#db/sync/wire.ts';
import { query } from '#sync-server/postgres/entity-store.ts';
import { quoted } from '#sync-server/postgres/row-mapping.ts';
import { replicationFilter } from './replication-filter.ts';
import { IN_SCOPE, openScope, type Scope } from './scope.ts';
import { readSnapshot } from './snapshot.ts';

/** Count and digest of one collection on the server; the same text as `digestText` produces on a device. */
async function digestOf(client: ClientBase, scope: Scope, collection: CollectionName) {
  const arms = scope.replicatedEntities
    .filter((replicated) => replicated.collection === collection)
    .map(
      ({ entity }) =>
        `SELECT doc.id || '|' || doc.rev AS line FROM ${quoted(entity.table)} AS doc
         WHERE ${IN_SCOPE} AND ${replicationFilter(entity, 'doc', '$3::timestamptz')}`,
    );
  if (arms.length === 0) return { count: 0, hash: null };
  const text = `SELECT count(*) AS count,
      encode(sha256(convert_to(coalesce(string_agg(line, E'\\n' ORDER BY line COLLATE "C"), ''), 'UTF8')), 'hex') AS hash
    FROM (${arms.join(' UNION ALL ')}) AS lines`;
  const row = (await query(client, text, [scope.lab, scope.entities, scope.since])).rows[0];
  return { count: Number(row?.['count']), hash: String(row?.['hash']) };
}

/** List the collections in which device and server differ; throws 409 unless the device is at the head. */
export async function compareDigest(
  pool: Pool,
  actor: Actor,
  digestRequest: DigestRequest,
): Promise<DigestResponse> {
  return readSnapshot(pool, async (client) => {
    const scope = await openScope(client, actor);
    if (digestRequest.generation !== undefined && digestRequest.generation !== scope.generation) {
      throw new AppError('GENERATION_CHANGED', 'This device must load its data again.');
    }
    if (digestRequest.cursor !== scope.head)
      throw new AppError('CURSOR_BEHIND', 'Load the feed to its head, then compare again.');
    const collections = [...new Set(scope.replicatedEntities.map(({ collection }) => collection))];
    const differ: CollectionName[] = [];
    for (const collection of collections) {
      const deviceDigest = digestRequest.collections[collection];
      if (!deviceDigest) continue;
      const ours = await digestOf(client, scope, collection);
      if (ours.count !== deviceDigest.count || ours.hash !== deviceDigest.hash) differ.push(collection);
    }
    return { differ, head: scope.head };
  });
}
