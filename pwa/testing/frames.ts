import type { OperationDocument } from '#pwa/replica/operation-document.ts';
import type { Replica } from '#pwa/replica/replica.ts';

/** The data of a frame. */
export interface FrameSource {
  changed: Replica['changed'];
  view: Pick<Replica['view'], 'predictions'>;
  outbox: { all(): readonly Pick<OperationDocument, 'id' | 'state' | 'rev'>[] };
}

/** The frames of one device as a subscriber saw them. */
export interface Frames {
  /** The first flicker as text. */
  problem(): Promise<string | null>;
  stop(): void;
}

/**
 * Check every frame that the screens get: each shows the waiting work, accepted work is shown until its
 * documents arrive, and operations that left the overlay never return to it (I8). `cursor` returns the
 * revision up to which documents are stored, or null when it cannot be read.
 */
export function watchFrames(replica: FrameSource, cursor: () => Promise<number | null>): Frames {
  const departedIds = new Set<string>();
  let shownIds = new Set<string>();
  let firstProblem: string | null = null;
  let folded = replica.view.predictions();
  let looking: Promise<void> = Promise.resolve();
  const isHere = async (id: string, rev: number): Promise<void> => {
    const reached = await cursor().catch(() => null);
    if (reached !== null && reached < rev)
      firstProblem ??= `I8 ${id} was accepted at ${rev} and is not shown at ${reached}`;
  };
  const subscription = replica.changed.subscribe(() => {
    const predictions = replica.view.predictions();
    if (predictions === folded) return;
    folded = predictions;
    const now = new Set(predictions.keys());
    for (const { id, state, rev } of replica.outbox.all()) {
      const isWaiting = state === 'pending' || state === 'sent';
      const hasLeft = shownIds.has(id) && !now.has(id);
      if (isWaiting && hasLeft) firstProblem ??= `I8 ${id} waits and is not shown`;
      if (now.has(id) && departedIds.has(id) && !isWaiting)
        firstProblem ??= `I8 ${id} came back into the overlay`;
      if (hasLeft && rev !== null && (state === 'accepted' || state === 'settled'))
        looking = Promise.all([looking, isHere(id, rev)]).then(() => undefined);
    }
    for (const id of shownIds) if (!now.has(id)) departedIds.add(id);
    shownIds = now;
  });
  return {
    async problem() {
      await looking;
      return firstProblem;
    },
    stop: () => subscription.unsubscribe(),
  };
}
