import type { ClientBase } from 'pg';
import { OPERATIONS } from '#db/sync/collections.ts';
import type { FeedDocument } from '#db/sync/wire.ts';
import { query } from '#sync-server/postgres/entity-store.ts';
import type { Scope } from './scope.ts';

const COLUMNS = `id, device_id AS "deviceId", n, name, version, occurred_at AS "occurredAt", received_at AS "receivedAt",
  outcome, code, message, root_id AS "rootId", rev`;

// A mismatch is another operation under the first one's id: on a replica it would overwrite that one's
// verdict.
/**
 * Read the verdicts of the person's operations with a revision in (after, upTo], newest device last, as feed
 * documents.
 */
export async function verdictDocuments(
  client: ClientBase,
  scope: Scope,
  after: number,
  upTo: number,
): Promise<FeedDocument[]> {
  const text = `SELECT ${COLUMNS} FROM operation
    WHERE entity = $1 AND user_id = $2 AND rev > $3 AND rev <= $4
      AND (NOT repeated OR code IS DISTINCT FROM 'OPERATION_MISMATCH') ORDER BY rev`;
  const { rows } = await query(client, text, [scope.entity, scope.userId, after, upTo]);
  return rows.map((row) => ({
    collection: OPERATIONS,
    id: String(row['id']),
    kind: 'Operation',
    rev: Number(row['rev']),
    deleted: false,
    // The marked edge: every column above is text or a number.
    body: row as FeedDocument['body'],
  }));
}
