import { Subject } from 'rxjs';
import type { CollectionName } from '#db/sync/collections.ts';
import type { BaseReader } from './base-reader.ts';
import { readPosition } from './feed-position.ts';
import { type FoldContext, type Folded, fold, type Prediction } from './fold.ts';
import type { Exclusive } from './mutex.ts';
import { isInOverlay, type OperationDocument } from './operation-document.ts';
import type { Outbox } from './outbox.ts';
import { addLayer, copyOverlay, emptyOverlay, type Overlay, type RowLayer } from './overlay.ts';
import type { SideStore } from './side-store.ts';

/** The view of the user: the pulled documents with the waiting operations over them. */
export interface View {
  overlay(): Overlay;
  predictions(): ReadonlyMap<string, Prediction>;
  /** Collections whose overlaid documents may have changed. */
  readonly changed: Subject<ReadonlySet<CollectionName>>;
  /** Fold all waiting operations again; the caller holds the lock. */
  refold(): Promise<void>;
  /** Fold again when the feed has advanced since; the caller holds the lock. */
  upToDate(): Promise<void>;
  /** Add one operation at the end, without folding the others again; the caller holds the lock. */
  append(operation: OperationDocument, prediction: Prediction, layer: RowLayer | null): void;
  close(): void;
}

export interface ViewParts {
  base: BaseReader;
  outbox: Outbox;
  side(): SideStore;
  exclusive: Exclusive;
  context(): FoldContext;
}

/** Open the view; it follows the outbox, so that changes of another tab appear here too. */
export async function openView(parts: ViewParts): Promise<View> {
  let folded: Folded = { overlay: emptyOverlay(), predictions: new Map() };
  let foldedKeys = '';
  let foldedAt = -1;
  const changed: View['changed'] = new Subject();
  const show = (next: Folded, keys: string) => {
    const before = folded.overlay;
    folded = next;
    foldedKeys = keys;
    changed.next(touchedIn(before, next.overlay));
  };
  // Before the first load there are no documents under settled work; its effects arrive with the documents.
  const cursorNow = async () => (await readPosition(parts.side()))?.cursor ?? Number.MAX_SAFE_INTEGER;
  const waiting = (cursor: number) =>
    parts.outbox.all().filter((operation) => isInOverlay(operation, cursor));
  const refold = async () => {
    const cursor = await cursorNow();
    const operations = waiting(cursor);
    show(await fold(parts.base, operations, parts.context()), keysOf(operations));
    foldedAt = cursor;
  };
  await parts.exclusive(refold);
  let looking = false;
  const refresh = async () => {
    looking = false;
    // A change of state alone leaves the operations in the overlay unchanged and needs no new fold.
    if (keysOf(waiting(await cursorNow())) !== foldedKeys) await refold();
  };
  const following = parts.outbox.changed.subscribe(() => {
    if (looking) return;
    looking = true;
    parts.exclusive(refresh).catch(() => undefined);
  });
  return {
    overlay: () => folded.overlay,
    predictions: () => folded.predictions,
    changed,
    refold,
    upToDate: async () => {
      if ((await cursorNow()) !== foldedAt) await refold();
    },
    append(operation, prediction, layer) {
      const overlay = copyOverlay(folded.overlay);
      if (layer) addLayer(overlay, layer);
      const predictions = new Map(folded.predictions).set(operation.id, prediction);
      show({ overlay, predictions }, foldedKeys === '' ? operation.key : `${foldedKeys} ${operation.key}`);
    },
    close: () => following.unsubscribe(),
  };
}

const keysOf = (operations: readonly OperationDocument[]): string =>
  operations.map((operation) => operation.key).join(' ');

function touchedIn(...overlays: Overlay[]): Set<CollectionName> {
  const collections = new Set<CollectionName>();
  for (const overlay of overlays) {
    for (const [collection, ids] of overlay.touched) if (ids.size > 0) collections.add(collection);
  }
  return collections;
}
