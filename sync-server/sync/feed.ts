import type { ClientBase, Pool } from 'pg';
import { AppError } from '#db/errors/app-error.ts';
import type { Actor } from '#db/operation.ts';
import type { FeedDocument, FeedPage, FeedQuery } from '#db/sync/wire.ts';
import { columnList, query } from '#sync-server/postgres/entity-store.ts';
import { quoted } from '#sync-server/postgres/row-mapping.ts';
import { documentsOf, verdictDocuments } from './documents.ts';
import { replicationFilter } from './replication-filter.ts';
import { IN_SCOPE, openScope, type ReplicatedEntity, type Scope } from './scope.ts';
import { readSnapshot } from './snapshot.ts';

/** The end of a page, and the entities that have rows on it. */
interface Span {
  upTo: number;
  kinds: ReadonlySet<string>;
}

function assertKnown(scope: Scope, feedQuery: FeedQuery): void {
  const known =
    feedQuery.generation === scope.generation &&
    feedQuery.cursor >= scope.floor &&
    feedQuery.cursor <= scope.head;
  if (!known) throw new AppError('GENERATION_CHANGED', 'This device must load its data again.');
}

/** Find the last revision of the page: as many whole revisions as fit in `limit` rows, but at least one. */
async function spanOf(client: ClientBase, scope: Scope, cursor: number, limit: number): Promise<Span> {
  const everything = new Set(scope.replicatedEntities.map(({ entity }) => entity.name));
  const arms = scope.replicatedEntities.map(
    ({ entity }) =>
      `(SELECT rev, '${entity.name}' AS kind FROM ${quoted(entity.table)} WHERE ${IN_SCOPE} AND rev > $3 ORDER BY rev LIMIT $4)`,
  );
  arms.push(
    `(SELECT rev, '' AS kind FROM operation WHERE lab = $1 AND user_id = $5 AND rev > $3 ORDER BY rev LIMIT $4)`,
  );
  const text = `SELECT rev, kind FROM (${arms.join(' UNION ALL ')}) AS changed ORDER BY rev LIMIT $4`;
  const { rows } = await query(client, text, [scope.lab, scope.entities, cursor, limit + 1, scope.userId]);
  const last = Number(rows[limit]?.['rev'] ?? 0);
  if (rows.length <= limit)
    return { upTo: scope.head, kinds: new Set(rows.map((row) => String(row['kind']))) };
  const first = Number(rows[0]?.['rev'] ?? 0);
  // One revision may hold more rows than a page; it is sent whole, and then any entity may be part of it.
  if (first === last) return { upTo: last, kinds: everything };
  return { upTo: last - 1, kinds: new Set(rows.map((row) => String(row['kind']))) };
}

async function readChanges(
  client: ClientBase,
  scope: Scope,
  replicated: ReplicatedEntity,
  after: number,
  upTo: number,
) {
  const { entity, collection } = replicated;
  const text = `SELECT ${columnList(entity)}, (${replicationFilter(entity, 'doc', '$5::timestamptz')}) AS is_carried
    FROM ${quoted(entity.table)} AS doc WHERE ${IN_SCOPE} AND rev > $3 AND rev <= $4 ORDER BY rev, id`;
  const { rows } = await query(client, text, [scope.lab, scope.entities, after, upTo, scope.since]);
  const documents = await documentsOf(
    client,
    replicated,
    rows.filter((row) => row['is_carried'] === true),
  );
  const departed = rows
    .filter((row) => row['is_carried'] !== true)
    .map((row) => ({ collection, id: String(row['id']) }));
  return { documents, departed };
}

/**
 * Throw for a revoked device or one of another person: on a shared handheld the session may just have
 * changed.
 */
async function assertOwnDevice(
  client: ClientBase,
  scope: Scope,
  { userCompanyId }: Actor,
  deviceId: string | undefined,
): Promise<void> {
  if (deviceId === undefined) return;
  const { rows } = await client.query(
    `SELECT device_revoked_at(d) IS NOT NULL AS revoked, user_company_id AS owner FROM device d
      WHERE id = $1 AND lab = $2`,
    [deviceId, scope.lab],
  );
  if (rows[0]?.['revoked'] === true) {
    throw new AppError(
      'DEVICE_REVOKED',
      'This device was revoked. Its data is removed; unsent work was taken into quarantine.',
    );
  }
  if (rows[0] && rows[0]['owner'] !== userCompanyId)
    throw new AppError('FORBIDDEN', 'This device works for another person now. Open the app again.');
}

/**
 * Read one page of the feed: whole revisions after the cursor, as documents or removals, from one snapshot.
 */
export async function readFeed(pool: Pool, actor: Actor, feedQuery: FeedQuery): Promise<FeedPage> {
  return readSnapshot(pool, async (client) => {
    const scope = await openScope(client, actor);
    await assertOwnDevice(client, scope, actor, feedQuery.device);
    assertKnown(scope, feedQuery);
    const page: FeedPage = {
      generation: scope.generation,
      cursor: scope.head,
      head: scope.head,
      more: false,
      documents: [],
      departed: [],
    };
    if (feedQuery.cursor === scope.head) return page;
    const span = await spanOf(client, scope, feedQuery.cursor, feedQuery.limit);
    for (const replicated of scope.replicatedEntities.filter(({ entity }) => span.kinds.has(entity.name))) {
      const { documents, departed } = await readChanges(
        client,
        scope,
        replicated,
        feedQuery.cursor,
        span.upTo,
      );
      page.documents.push(...documents);
      page.departed.push(...departed);
    }
    page.documents.push(...(await verdictDocuments(client, scope, feedQuery.cursor, span.upTo)));
    page.documents.sort(byRev);
    return { ...page, cursor: span.upTo, more: span.upTo < scope.head };
  });
}

const byRev = (a: FeedDocument, b: FeedDocument): number => a.rev - b.rev;
