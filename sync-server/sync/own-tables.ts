import type { ClientBase } from 'pg';
import { CATALOGUE } from '#db/entities.ts';
import type { CollectionName } from '#db/sync/collections.ts';
import { query } from '#sync-server/postgres/entity-store.ts';
import { quoted } from '#sync-server/postgres/row-mapping.ts';

/** Find the table of a collection's document with that id. */
export async function tableOf(
  client: ClientBase,
  collection: CollectionName,
  id: string,
): Promise<string | undefined> {
  for (const { table, replica } of CATALOGUE) {
    if (!replica || !('own' in replica) || replica.own.collection !== collection) continue;
    const { rows } = await query(client, `SELECT 1 FROM ${quoted(table)} WHERE id = $1`, [id]);
    if (rows.length > 0) return table;
  }
  return undefined;
}
