import { useEffect, useState } from 'react';
import { z } from 'zod';
import { may } from '#db/access/grants.ts';
import { event } from '#db/records/events/event.ts';
import { CUSTODY_WINDOW } from '#db/records/events/history-window.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { readMeta, type SideStore, writeMeta } from '#pwa/replica/store/side-store.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { HistoryEvent } from './event-lines.ts';

const KEY = 'earlierEvents';
/** A device has the whole history of the samples that were opened last. */
const STORED_SAMPLES = 20;
const EVENTS_OF_SAMPLE = 500;

const Histories = z.array(
  z.object({
    sampleId: z.string(),
    events: z.array(
      event.schema.pick({
        id: true,
        type: true,
        targetId: true,
        occurredAt: true,
        userId: true,
        deviceId: true,
        data: true,
      }),
    ),
  }),
);

const readHistories = async (side: SideStore) => (await readMeta(side, KEY, Histories)) ?? [];

async function storeHistory(side: SideStore, sampleId: string, events: HistoryEvent[]): Promise<void> {
  await side.transaction('rw', side.meta, async () => {
    const otherHistories = (await readHistories(side)).filter((one) => one.sampleId !== sampleId);
    await writeMeta(side, KEY, [{ sampleId, events }, ...otherHistories].slice(0, STORED_SAMPLES));
  });
}

// Loaded on demand, so that bench pages start without the calls of the logs.
async function loadHistory(sampleId: string): Promise<HistoryEvent[]> {
  const [{ listLabEvents }, { call }] = await Promise.all([
    import('#db/api/records/events.ts'),
    import('#pwa/api/call.ts'),
  ]);
  const query = { targetType: 'Sample', targetId: sampleId, limit: String(EVENTS_OF_SAMPLE) };
  const { rows } = await call(listLabEvents, { query });
  const schema = Histories.element.shape.events;
  return schema.parse(rows.map((row) => ({ ...row, deviceId: null })));
}

/** The document has no more than the newest events, so there may be earlier ones. */
const mayHaveEarlier = (events: readonly HistoryEvent[]): boolean =>
  events.filter(({ type }) => CUSTODY_WINDOW.types.includes(type)).length >= CUSTODY_WINDOW.newest;

/** The history of a sample with its earlier events, once they were opened on this device. */
export interface WholeHistory {
  events: readonly HistoryEvent[];
  /** True when earlier events may exist that are not on this device. */
  isCut: boolean;
  problem: string | null;
  load(): Promise<void>;
}

/** Read the earlier events of a sample that were opened on this device, and load them on request. */
export function useWholeHistory(sampleId: string, ofDocument: readonly HistoryEvent[]): WholeHistory {
  const { store } = useReplica();
  const [earlier, setEarlier] = useState<{ sampleId: string; events: readonly HistoryEvent[] } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    readHistories(store.side).then(
      (all) => {
        if (isCurrent) setEarlier(all.find((one) => one.sampleId === sampleId) ?? null);
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [store, sampleId]);
  const load = async () => {
    try {
      const events = await loadHistory(sampleId);
      setEarlier({ sampleId, events });
      setProblem(null);
      await storeHistory(store.side, sampleId, events).catch(() => undefined);
    } catch {
      setProblem('Earlier events could not be loaded. Try again.');
    }
  };
  const storedEvents = earlier?.sampleId === sampleId ? earlier.events : null;
  const known = new Set(ofDocument.map(({ id }) => id));
  return {
    events: [...(storedEvents ?? []).filter(({ id }) => !known.has(id)), ...ofDocument],
    isCut: storedEvents === null && mayHaveEarlier(ofDocument),
    problem,
    load,
  };
}

/** Offers the earlier events of a sample; offline it says that they are not on this device. */
export function EarlierEvents({ isCut, problem, load }: WholeHistory) {
  const { actor } = useReplica();
  const { reachable } = useSyncStatus();
  if (!isCut || !may(actor.role, 'lab/events:read')) return null;
  if (!reachable) return <p className="mt-2 text-ink-soft">Earlier events are not on this device.</p>;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-3">
      <Button onClick={() => void load()}>Show earlier events</Button>
      {problem && <p role="alert">{problem}</p>}
    </div>
  );
}
