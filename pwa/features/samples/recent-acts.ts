import { z } from 'zod';
import { UNDO_HOURS } from '#db/samples/bulk-action.ts';
import type { Body } from '#pwa/replica/document.ts';

/** Acts upon many tubes at once, as the list of what can be undone names them. */
const ACT_NAMES = {
  MOVE: 'Move of many into',
  RACK_SCAN: 'Rack scan of',
  RE_RACK: 'Re-rack of',
  STOCK_TAKE: 'Stock-take of',
} as const;
export type ActKind = keyof typeof ACT_NAMES;

/** One act of the last two days. */
export interface RecentAct {
  bulkId: string;
  kind: ActKind;
  at: string;
  by: string;
  /** The container that was scanned or into which tubes were moved. */
  containerId: string | null;
  container: string;
  /** The tubes whose record it changed. */
  sampleIds: string[];
  undone: boolean;
}

/** `Rack scan of Box 12`. */
export const actName = (act: Pick<RecentAct, 'kind' | 'container'>): string =>
  `${ACT_NAMES[act.kind]} ${act.container}`;

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
const Told = z.object({ type: z.string(), targetId: z.string(), occurredAt: z.string(), data: Data });

/** The events of documents that are young enough, without reading the old ones. */
function toldSince(documents: readonly { body: Body }[], since: string): z.infer<typeof Told>[] {
  return documents.flatMap(({ body }) => {
    const events = body['events'];
    if (!Array.isArray(events)) return [];
    return events.flatMap((one) => {
      const young =
        typeof one === 'object' && one !== null && 'occurredAt' in one && String(one.occurredAt) >= since;
      const told = young ? Told.safeParse(one) : null;
      return told?.success ? [told.data] : [];
    });
  });
}

const sinceOf = (now: number): string => new Date(now - UNDO_HOURS * 3_600_000).toISOString();

/** Were more tubes touched in the last two days than the newest that were read? */
export const reachesFurther = (newest: readonly { body: Body }[], limit: number, now: number): boolean =>
  newest.length >= limit && String(newest.at(-1)?.body['updatedAt']) >= sinceOf(now);

/** What was done to many tubes at once in the last two days, newest first; undone acts stay in the list and say so. */
export function recentActs(
  places: readonly { body: Body }[],
  samples: readonly { body: Body }[],
  now: number,
): RecentAct[] {
  const since = sinceOf(now);
  const acts = new Map<string, RecentAct>();
  const undone = new Set<string>();
  const join = (one: z.infer<typeof Told>, kind: ActKind, sampleIds: readonly string[]): void => {
    const { bulkId, to, by } = one.data;
    if (bulkId === undefined) return;
    const act = acts.get(bulkId) ?? {
      bulkId,
      kind,
      at: one.occurredAt,
      by,
      ...to,
      sampleIds: [],
      undone: false,
    };
    for (const id of sampleIds) if (!act.sampleIds.includes(id)) act.sampleIds.push(id);
    acts.set(bulkId, act);
  };
  for (const one of toldSince(places, since))
    if (one.type === 'CONTAINER_SCANNED' && one.data.mode)
      join(one, one.data.mode, [...one.data.changed, ...one.data.absent]);
  for (const one of toldSince(samples, since)) {
    if (one.data.undoOf !== undefined) undone.add(one.data.undoOf);
    else if (one.type === 'SAMPLE_MOVED') join(one, one.data.via ?? 'MOVE', [one.targetId]);
  }
  return [...acts.values()]
    .map((act) => ({ ...act, undone: undone.has(act.bulkId) }))
    .sort((a, b) => (a.at < b.at ? 1 : -1));
}
