import { OPERATIONS } from '#db/sync/collections.ts';
import { type FeedDocument, OperationVerdict } from '#db/sync/wire.ts';
import type { ApplyMode } from './apply-page.ts';
import type { ReplicaStore } from './database.ts';
import { type FeedPosition, readPosition } from './feed-position.ts';
import type { Outbox } from './outbox.ts';
import { storing } from './storage-failure.ts';
import type { SyncApi } from './sync-api.ts';

/** State of a first load in progress: its position and the documents seen so far. */
export interface SnapshotLoad {
  generation: string;
  head: number;
  after: string | null;
  loadedKeys: Set<string>;
  mode: ApplyMode;
}

/** Progress of a pull, for the progress bar of a first load. */
export interface PullProgress {
  phase: 'snapshot' | 'feed';
  documents: number;
  cursor: number;
  head: number;
}

export interface PullerParts {
  /** Survives a failed round, so that a long first load resumes instead of starting again. */
  load: { current: SnapshotLoad | null };
  deviceId: string;
  store: ReplicaStore;
  api: SyncApi;
  outbox: Outbox;
  /** Run work while no operation is folded over half a page. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
  progress(progress: PullProgress): void;
  /** The cursor or the documents changed: the overlay must be folded again. */
  applied(position: FeedPosition): Promise<void>;
  /** The server's history changed (a restore, or another scope). */
  startedAgain(): Promise<void>;
}

/** Settle the operations that the feed has delivered, and fold the waiting ones over the stored documents. */
export async function settleDelivered(parts: PullerParts, moved: boolean): Promise<void> {
  await parts.exclusive(() =>
    storing(async () => {
      const position = await readPosition(parts.store.side);
      if (!position) return;
      await settle(parts.outbox, position);
      if (moved) await parts.applied(position);
    }),
  );
}

/** Settle accepted operations whose effects the feed has delivered. */
async function settle(outbox: Outbox, position: FeedPosition): Promise<void> {
  const done = outbox
    .all()
    .filter(
      (operation) =>
        operation.state === 'accepted' && operation.rev !== null && operation.rev <= position.cursor,
    );
  if (done.length === 0) return;
  await outbox.update(
    done.map((operation) => operation.key),
    (operation) => (operation.state === 'accepted' ? { ...operation, state: 'settled' } : operation),
  );
}

/** List the verdicts among the documents of a page. */
export function verdictsOf(documents: readonly FeedDocument[]): OperationVerdict[] {
  return documents.flatMap((document) => {
    if (document.collection !== OPERATIONS) return [];
    const parsed = OperationVerdict.safeParse({
      ...document.body,
      n: Number(document.body['n']),
      rev: document.rev,
    });
    return parsed.success ? [parsed.data] : [];
  });
}
