import { Subject } from 'rxjs';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Actor, OperationContext, OperationDefinition, Outcome } from '#db/operation.ts';
import type { CollectionName } from '#db/sync/collections.ts';
import { upcast } from '#db/sync/protocol-version.ts';
import { deriveId } from '#db/values/id.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import type { Exclusive } from '#pwa/replica/store/mutex.ts';
import type { SideStore } from '#pwa/replica/store/side-store.ts';
import { readPosition } from '#pwa/replica/sync/feed-storage.ts';
import { type BaseReader, readBaseOnce } from './base-reader.ts';
import { DeviceTransaction } from './device-transaction.ts';
import { isInOverlay, type OperationDocument } from './operation-document.ts';
import type { Outbox } from './outbox.ts';
import { addLayer, copyOverlay, emptyOverlay, type Overlay, type RowLayer } from './overlay.ts';
import { ruleNamed } from './rules.ts';

/** The verdict that this device predicts for an operation; UNKNOWN when the rule cannot run here. */
export interface Prediction {
  outcome: Outcome | 'UNKNOWN';
  code: string | null;
  message: string | null;
}

/** The data that an operation needs to run on a device. */
export interface FoldContext {
  actor: Actor;
  labTimezone: string;
  definition?: (name: string) => OperationDefinition | undefined;
}

type Foldable = Pick<
  OperationDocument,
  'id' | 'name' | 'version' | 'args' | 'occurredAt' | 'clockOffsetMs' | 'base' | 'deviceId'
>;

/**
 * The pulled documents with all waiting operations over them, and the predicted verdict of each operation.
 */
interface Folded {
  overlay: Overlay;
  predictions: Map<string, Prediction>;
}

/** Run the waiting operations over the pulled documents, in device order. */
async function fold(
  base: BaseReader,
  operations: readonly Foldable[],
  context: FoldContext,
): Promise<Folded> {
  const cachedBase = readBaseOnce(base);
  const folded: Folded = { overlay: emptyOverlay(), predictions: new Map() };
  for (const operation of operations) {
    const { prediction, layer } = await runOnDevice(cachedBase, folded.overlay, operation, context);
    folded.predictions.set(operation.id, prediction);
    if (layer) addLayer(folded.overlay, layer);
  }
  return folded;
}

/** Run one operation's rule over an overlay; returns the rows it writes, or none when the rule refuses. */
export async function runOnDevice(
  base: BaseReader,
  overlay: Overlay,
  operation: Foldable,
  context: FoldContext,
): Promise<{ prediction: Prediction; layer: RowLayer | null }> {
  const definition = await (context.definition ?? ruleNamed)(operation.name);
  // Operations that waited during an app update are shown as the server will read them.
  const current = definition && upcast(operation.name, operation.version, definition.version, operation.args);
  const args = current && definition.args.safeParse(current);
  if (!definition || !args?.success) return { prediction: unknown, layer: null };
  const rule = ruleContext(operation, context);
  const stamp = { at: rule.occurredAt, userId: context.actor.userId, entity: context.actor.entity };
  const tx = new DeviceTransaction(base, overlay, stamp);
  try {
    const result = await definition.run(tx, args.data, rule);
    return { prediction: result, layer: tx.writtenLayer };
  } catch (error) {
    return { prediction: refusal(error), layer: null };
  }
}

const unknown: Prediction = { outcome: 'UNKNOWN', code: null, message: null };

// A rule that throws here may still pass on the server, which has every row: only a refusal is a prediction.
function refusal(error: unknown): Prediction {
  if (error instanceof AppError && error.code !== 'INTERNAL') {
    return { outcome: 'REJECTED', code: error.code, message: error.message };
  }
  return {
    outcome: 'UNKNOWN',
    code: 'INTERNAL',
    message: error instanceof Error ? error.message : MESSAGES.unknownError,
  };
}

function ruleContext(operation: Foldable, context: FoldContext): OperationContext {
  const occurredAt = correctedInstant(operation.occurredAt, operation.clockOffsetMs);
  let k = 0;
  return {
    operationId: operation.id,
    deviceId: operation.deviceId,
    actor: context.actor,
    occurredAt,
    labDay: labDayOf(occurredAt, context.labTimezone),
    labTimezone: context.labTimezone,
    base: operation.base,
    replica: 'device',
    changedSinceSeen: async () => false,
    newId: () => deriveId(operation.id, k++),
    verifyProof: async () => 'PENDING',
  };
}

/** Convert a time of the device's clock to the server's clock. */
const correctedInstant = (occurredAt: string, clockOffsetMs: number): string =>
  new Date(Date.parse(occurredAt) + clockOffsetMs).toISOString();

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
