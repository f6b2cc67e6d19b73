import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ClientBase, Pool } from 'pg';
import type { FeedDocument, FeedPage } from '#db/sync/wire.ts';
import { isAccelerated } from '#sync-server/postgres/acceleration/parts.ts';
import { columnList, query } from '#sync-server/postgres/entity-store.ts';
import { quoted } from '#sync-server/postgres/row-mapping.ts';
import { documentsOf } from './documents.ts';
import { replicationFilter } from './replication-filter.ts';
import { IN_SCOPE, type ReplicatedEntity, type Scope } from './scope.ts';
import { readSnapshot } from './snapshot.ts';

const compress = promisify(gzip);

/** The part of a feed page that is equal for all devices of one scope at one cursor. */
export type SharedPage = Pick<FeedPage, 'documents' | 'departed'> & { upTo: number };

/** The end of a page, and the entities that have rows on it. */
interface Span {
  upTo: number;
  kinds: ReadonlySet<string>;
}

/** Find the last revision of the page: as many whole revisions as fit in `limit` rows, but at least one. */
async function spanOf(client: ClientBase, scope: Scope, cursor: number, limit: number): Promise<Span> {
  const arms = scope.replicatedEntities.map(
    ({ entity }) =>
      `(SELECT rev, '${entity.name}' AS kind FROM ${quoted(entity.table)} WHERE ${IN_SCOPE} AND rev > $3 AND rev <= $4
        ORDER BY rev LIMIT $5)`,
  );
  const text = `SELECT rev, kind FROM (${arms.join(' UNION ALL ')}) AS changed ORDER BY rev LIMIT $5`;
  const { rows } = await query(client, text, [scope.lab, scope.entities, cursor, scope.head, limit + 1]);
  const kinds = new Set(rows.map((row) => String(row['kind'])));
  if (rows.length <= limit) return { upTo: scope.head, kinds };
  const [first, last] = [Number(rows[0]?.['rev'] ?? 0), Number(rows[limit]?.['rev'] ?? 0)];
  // One revision may hold more rows than a page; it is sent whole, and then any entity may be part of it.
  if (first === last)
    return { upTo: last, kinds: new Set(scope.replicatedEntities.map(({ entity }) => entity.name)) };
  return { upTo: aligned(cursor, last - 1, limit), kinds };
}

/**
 * Move the end of a full page down to a round revision, so that devices which left at different cursors ask for the
 * same pages from their second one on.
 */
function aligned(cursor: number, upTo: number, limit: number): number {
  const step = Math.max(1, Math.floor(limit / 4));
  const end = upTo - (upTo % step);
  return end > cursor ? end : upTo;
}

async function readChanges(
  client: ClientBase,
  scope: Scope,
  replicated: ReplicatedEntity,
  after: number,
  upTo: number,
): Promise<Omit<SharedPage, 'upTo'>> {
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

/** Sort documents of a page in order of revision. */
const byRev = (a: FeedDocument, b: FeedDocument): number => a.rev - b.rev;

function readPage(pool: Pool, scope: Scope, cursor: number, limit: number): Promise<SharedPage> {
  return readSnapshot(pool, async (client) => {
    const { upTo, kinds } = await spanOf(client, scope, cursor, limit);
    const page: SharedPage = { upTo, documents: [], departed: [] };
    for (const replicated of scope.replicatedEntities.filter(({ entity }) => kinds.has(entity.name))) {
      const { documents, departed } = await readChanges(client, scope, replicated, cursor, upTo);
      page.documents.push(...documents);
      page.departed.push(...departed);
    }
    page.documents.sort(byRev);
    return page;
  });
}

/** A page in memory, with the answer to devices that have no verdicts on it. */
export class CachedPage {
  readonly page: SharedPage;
  private readonly answer: string;
  private compressed: Promise<Buffer> | undefined;

  constructor(page: SharedPage, scope: Pick<Scope, 'generation' | 'head'>) {
    this.page = page;
    this.answer = JSON.stringify(answerOf(page, scope, []));
  }

  /** Return the answer as JSON. */
  json(): string {
    return this.answer;
  }

  /** Return the answer compressed with gzip, once for all devices. */
  gzipped(): Promise<Buffer> {
    this.compressed ??= compress(this.answer);
    return this.compressed;
  }
}

/** Build the answer of a page with a person's verdicts on it. */
export function answerOf(
  page: SharedPage,
  scope: Pick<Scope, 'generation' | 'head'>,
  verdicts: readonly FeedDocument[],
): FeedPage {
  // Another device may have read the page at a later head.
  const head = Math.max(scope.head, page.upTo);
  const documents = verdicts.length === 0 ? page.documents : [...page.documents, ...verdicts].sort(byRev);
  return {
    generation: scope.generation,
    cursor: page.upTo,
    head,
    more: page.upTo < head,
    documents,
    departed: page.departed,
  };
}

// Devices that a poke wakes ask within moments; a shift change asks for few different pages.
const MAX_PAGES = 64;
const MAX_AGE_MS = 10_000;

interface Entry {
  at: number;
  head: number;
  page: Promise<CachedPage>;
}

const PAGES = new WeakMap<Pool, Map<string, Entry>>();

/** Name what decides the content of a page besides the head: the lab, what the scope shows, and the cursor. */
const keyOf = (scope: Scope, cursor: number, limit: number): string =>
  [scope.lab, scope.entities.join('+'), scope.generation, scope.role, scope.since, cursor, limit].join('|');

/**
 * Return the page after the cursor; it is read once for all devices that ask for it. A page that reached the head
 * when it was read is used until the head moves. A full one also later: what has changed since is on a later page.
 */
export async function sharedPage(
  pool: Pool,
  scope: Scope,
  cursor: number,
  limit: number,
): Promise<CachedPage> {
  const read = (): Promise<CachedPage> =>
    readPage(pool, scope, cursor, limit).then((page) => new CachedPage(page, scope));
  if (!isAccelerated(pool, 'shared-pages')) return read();
  const pages = PAGES.get(pool) ?? new Map<string, Entry>();
  PAGES.set(pool, pages);
  const now = performance.now();
  for (const [key, entry] of pages)
    if (now - entry.at > MAX_AGE_MS || pages.size > MAX_PAGES) pages.delete(key);
    else break;
  const key = keyOf(scope, cursor, limit);
  const known = pages.get(key);
  if (known) {
    const cached = await known.page;
    if (known.head === scope.head || cached.page.upTo < known.head) return cached;
    // Another device may have asked for the next one meanwhile.
    const next = pages.get(key);
    if (next && next !== known && next.head >= scope.head) return next.page;
  }
  const page = read();
  pages.delete(key);
  pages.set(key, { at: now, head: scope.head, page });
  page.catch(() => pages.delete(key));
  return page;
}
