import { z } from 'zod';
import { UNDO_HOURS } from '#db/samples/placing/bulk-action.ts';
import type { Body } from '#pwa/replica/store/document.ts';

/** Operations on many tubes, named as in the list of undoable operations. */
const OPERATION_LABELS = {
  MOVE: 'Move of many into',
  RACK_SCAN: 'Rack scan of',
  RE_RACK: 'Re-rack of',
  STOCK_TAKE: 'Stock-take of',
} as const;
type OperationKind = keyof typeof OPERATION_LABELS;

/** One operation of the last two days. */
export interface RecentOperation {
  bulkId: string;
  kind: OperationKind;
  at: string;
  by: string;
  /** The container that was scanned or that received the tubes. */
  containerId: string | null;
  container: string;
  /** The tubes whose record the operation changed. */
  sampleIds: string[];
  undone: boolean;
}

/** Format its name, such as `Rack scan of Box 12`. */
export const formatOperationName = (operation: Pick<RecentOperation, 'kind' | 'container'>): string =>
  `${OPERATION_LABELS[operation.kind]} ${operation.container}`;

const Kind = z.enum(['MOVE', 'RACK_SCAN', 'RE_RACK', 'STOCK_TAKE']);
const Ids = z.array(z.string()).catch([]);
const Data = z.object({
  bulkId: z.string().optional().catch(undefined),
  undoOf: z.string().optional().catch(undefined),
  mode: Kind.optional().catch(undefined),
  via: Kind.optional().catch(undefined),
  by: z.string().catch(''),
  to: z
    .object({ containerId: z.string().nullable().catch(null), container: z.string().catch('') })
    .catch({ containerId: null, container: '' }),
  changed: Ids,
  absent: Ids,
});
const LoggedEvent = z.object({ type: z.string(), targetId: z.string(), occurredAt: z.string(), data: Data });

/** List the events of recently changed documents, without reading older ones. */
function readEventsSince(documents: readonly { body: Body }[], since: string): z.infer<typeof LoggedEvent>[] {
  return documents.flatMap(({ body }) => {
    const events = body['events'];
    if (!Array.isArray(events)) return [];
    return events.flatMap((one) => {
      const isRecent =
        typeof one === 'object' && one !== null && 'occurredAt' in one && String(one.occurredAt) >= since;
      const loggedEvent = isRecent ? LoggedEvent.safeParse(one) : null;
      return loggedEvent?.success ? [loggedEvent.data] : [];
    });
  });
}

const sinceOf = (now: number): string => new Date(now - UNDO_HOURS * 3_600_000).toISOString();

/** Report whether more tubes changed in the last two days than were read. */
export const needsMoreSamples = (newest: readonly { body: Body }[], limit: number, now: number): boolean =>
  newest.length >= limit && String(newest.at(-1)?.body['updatedAt']) >= sinceOf(now);

/**
 * List the bulk operations of the last two days, newest first; undone ones stay in the list, marked as such.
 */
export function listRecentOperations(
  places: readonly { body: Body }[],
  samples: readonly { body: Body }[],
  now: number,
): RecentOperation[] {
  const since = sinceOf(now);
  const operations = new Map<string, RecentOperation>();
  const undone = new Set<string>();
  const join = (
    one: z.infer<typeof LoggedEvent>,
    kind: OperationKind,
    sampleIds: readonly string[],
  ): void => {
    const { bulkId, to, by } = one.data;
    if (bulkId === undefined) return;
    const operation = operations.get(bulkId) ?? {
      bulkId,
      kind,
      at: one.occurredAt,
      by,
      ...to,
      sampleIds: [],
      undone: false,
    };
    for (const id of sampleIds) if (!operation.sampleIds.includes(id)) operation.sampleIds.push(id);
    operations.set(bulkId, operation);
  };
  for (const one of readEventsSince(places, since))
    if (one.type === 'CONTAINER_SCANNED' && one.data.mode)
      join(one, one.data.mode, [...one.data.changed, ...one.data.absent]);
  for (const one of readEventsSince(samples, since)) {
    if (one.data.undoOf !== undefined) undone.add(one.data.undoOf);
    else if (one.type === 'SAMPLE_MOVED') join(one, one.data.via ?? 'MOVE', [one.targetId]);
  }
  return [...operations.values()]
    .map((operation) => ({ ...operation, undone: undone.has(operation.bulkId) }))
    .sort((a, b) => (a.at < b.at ? 1 : -1));
}
