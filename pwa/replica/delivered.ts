import { OPERATIONS } from '#db/sync/collections.ts';
import { type FeedDocument, OperationVerdict } from '#db/sync/wire.ts';
import { type FeedPosition, readPosition } from './feed-position.ts';
import type { Outbox } from './outbox.ts';
import type { PullerParts } from './puller.ts';
import { storing } from './storage-failure.ts';

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
