import type { Response } from 'express';
import type { Pool } from 'pg';
import { AppError } from '#db/errors/app-error.ts';
import type { Actor } from '#db/operation.ts';
import type { FeedDocument, FeedPage, FeedQuery } from '#db/sync/wire.ts';
import { batchedReader } from '#sync-server/postgres/acceleration/acceleration.ts';
import { verdictDocuments } from './documents.ts';
import { readScope, type Scope } from './scope.ts';
import { answerOf, type CachedPage, sharedPage } from './shared-pages.ts';

function assertKnown(scope: Scope, feedQuery: FeedQuery): void {
  const known =
    feedQuery.generation === scope.generation &&
    feedQuery.cursor >= scope.floor &&
    feedQuery.cursor <= scope.head;
  if (!known) throw new AppError('GENERATION_CHANGED', 'This device must load its data again.');
}

/** What the head's row says of the sender's device; null for an unknown one. */
interface OwnDevice {
  revoked: boolean | null;
  owner: string | null;
}

/**
 * Throw for a revoked device or one of another person: on a shared handheld the session may just have
 * changed.
 */
function assertOwnDevice({ userCompanyId }: Actor, { revoked, owner }: OwnDevice): void {
  if (revoked === true) {
    throw new AppError(
      'DEVICE_REVOKED',
      'This device was revoked. Its data is removed; unsent work was taken into quarantine.',
    );
  }
  if (owner !== null && owner !== userCompanyId)
    throw new AppError('FORBIDDEN', 'This device is used by another user now. Open the app again.');
}

interface FeedPart {
  scope: Scope;
  shared: CachedPage;
  verdicts: readonly FeedDocument[];
}

// One statement tells the head, the device and whether the person has verdicts; most devices have none.
const OWN = `(SELECT device_revoked_at(d) IS NOT NULL FROM device d WHERE d.id = $2 AND d.lab = h.lab) AS revoked,
  (SELECT d.user_company_id FROM device d WHERE d.id = $2 AND d.lab = h.lab) AS owner,
  EXISTS (SELECT 1 FROM operation o WHERE o.lab = h.lab AND o.user_id = $3 AND o.rev > $4) AS judged`;

async function readParts(pool: Pool, actor: Actor, feedQuery: FeedQuery): Promise<FeedPart> {
  const { cursor, limit, device } = feedQuery;
  const { scope, row } = await readScope(batchedReader(pool), actor, {
    columns: OWN,
    values: [device ?? null, actor.userId, cursor],
  });
  assertOwnDevice(actor, { revoked: row['revoked'] as boolean | null, owner: row['owner'] as string | null });
  assertKnown(scope, feedQuery);
  const shared = await sharedPage(pool, scope, cursor, limit);
  // Whether there are verdicts is known up to the scope's head; another device may have read a later page.
  const verdicts =
    row['judged'] === true || shared.page.upTo > scope.head
      ? await verdictDocuments(pool, scope, cursor, shared.page.upTo)
      : [];
  return { scope, shared, verdicts };
}

/** Read one page of the feed: whole revisions after the cursor, as documents or removals. */
export async function readFeed(pool: Pool, actor: Actor, feedQuery: FeedQuery): Promise<FeedPage> {
  const { scope, shared, verdicts } = await readParts(pool, actor, feedQuery);
  return answerOf(shared.page, scope, verdicts);
}

/** Smaller answers are not worth the work of both sides. */
const COMPRESS_FROM = 1_024;

/** Send one page of the feed; a page without verdicts is serialized and compressed once for all devices. */
export async function sendFeed(
  { pool, actor, feedQuery }: { pool: Pool; actor: Actor; feedQuery: FeedQuery },
  acceptsGzip: boolean,
  response: Response,
): Promise<void> {
  const { scope, shared, verdicts } = await readParts(pool, actor, feedQuery);
  if (verdicts.length > 0) {
    response.json(answerOf(shared.page, scope, verdicts));
    return;
  }
  const text = shared.json();
  response.type('application/json');
  if (!acceptsGzip || text.length < COMPRESS_FROM) {
    response.send(text);
    return;
  }
  response.set({ 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' });
  response.send(await shared.gzipped());
}
