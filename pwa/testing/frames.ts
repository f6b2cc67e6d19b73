import type { OperationDocument } from '#pwa/replica/operation-document.ts';
import type { Replica } from '#pwa/replica/replica.ts';

/** What a frame is made of. */
export interface Shown {
  changed: Replica['changed'];
  view: Pick<Replica['view'], 'predictions'>;
  outbox: { all(): readonly Pick<OperationDocument, 'id' | 'state'>[] };
}

/** What a subscriber saw of one device, frame by frame. */
export interface Frames {
  /** The first flicker that was seen, in words. */
  problem(): string | null;
  stop(): void;
}

/**
 * Looks at every frame that the screens get: work that waits is shown in each of them, and what has left the overlay
 * never comes back into it (I8).
 */
export function watchFrames(replica: Shown): Frames {
  const left = new Set<string>();
  let shown = new Set<string>();
  let seen: string | null = null;
  let folded = replica.view.predictions();
  const subscription = replica.changed.subscribe(() => {
    const predictions = replica.view.predictions();
    if (predictions === folded) return;
    folded = predictions;
    const now = new Set(predictions.keys());
    for (const operation of replica.outbox.all()) {
      const { id } = operation;
      const waits = isWaiting(operation.state);
      if (waits && shown.has(id) && !now.has(id)) seen ??= `I8 ${id} waits and is not shown`;
      if (now.has(id) && left.has(id) && !waits) seen ??= `I8 ${id} came back into the overlay`;
    }
    for (const id of shown) if (!now.has(id)) left.add(id);
    shown = now;
  });
  return { problem: () => seen, stop: () => subscription.unsubscribe() };
}

const isWaiting = (state: OperationDocument['state']): boolean => state === 'pending' || state === 'sent';
