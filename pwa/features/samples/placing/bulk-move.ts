import { z } from 'zod';
import type { Sample } from '#db/samples/sample.ts';
import { capacityProblem, freeSlots } from '#db/storage/free-slots.ts';
import { holdsPositions, STORAGE_TYPE, type StorageManagement } from '#db/storage/storage-management.ts';
import { countOf } from '#pwa/format/numbers.ts';
import type { ScanFeedback } from '#pwa/scanning/use-verdict.ts';

const Planned = z.object({
  sampleId: z.string(),
  barcode: z.string(),
  /** Null until the container is scanned, when its tubes were scanned first. */
  containerId: z.string().nullable(),
  position: z.string().nullable(),
  from: z.string(),
  /** True when the code was typed instead of scanned. */
  typed: z.boolean().default(false),
  /** The location that this device showed when the code was typed. */
  seen: z.object({ containerId: z.string().nullable(), position: z.string().nullable() }).optional(),
});
export type Planned = z.infer<typeof Planned>;

/** A bulk move in preparation on this device, and the last completed one. */
export const BulkSession = z.object({
  containerId: z.string().nullable(),
  planned: z.array(Planned),
  last: z
    .object({ bulkId: z.string(), sampleIds: z.array(z.string()), what: z.string(), at: z.string() })
    .nullable(),
  undone: z.string().nullable(),
});
export type BulkSession = z.infer<typeof BulkSession>;
export const EMPTY_BULK: BulkSession = { containerId: null, planned: [], last: null, undone: null };

interface BulkAnswer {
  session: BulkSession;
  feedback: ScanFeedback;
  /** True when the container was scanned again, which completes the move. */
  finish: boolean;
}

const answer = (session: BulkSession, feedback: ScanFeedback, finish = false): BulkAnswer => ({
  session,
  feedback,
  finish,
});

/** Give the tubes that were scanned before their container its free positions, in the order of the scans. */
function placeListed(
  session: BulkSession,
  container: StorageManagement,
  containerSamples: readonly Sample[],
): BulkAnswer {
  const { planned } = session;
  const listedIds = new Set(planned.map(({ sampleId }) => sampleId));
  const staying = containerSamples.filter((one) => !listedIds.has(one.id));
  const short = capacityProblem(container, staying.length, planned.length);
  const free = freeSlots(container, staying);
  const missing = holdsPositions(container.type) && free.length < planned.length;
  if (short || missing)
    return answer(session, { verdict: 'error', title: short?.message ?? `${container.name} is full.` });
  const placements = planned.map((one, index) => ({
    ...one,
    containerId: container.id,
    position: free[index] ?? null,
  }));
  return answer(
    { ...session, containerId: container.id, planned: placements, undone: null },
    {
      verdict: 'ok',
      title: `Into ${container.name}`,
      detail: `${countOf(placements.length, 'sample')} listed. Scan ${container.name} again to finish.`,
    },
  );
}

/** Set the container on its first scan, before or after its tubes; complete the list on its second scan. */
export function takeBulkContainer(
  session: BulkSession,
  container: StorageManagement,
  containerSamples: readonly Sample[],
  repeat: boolean,
): BulkAnswer {
  if (session.containerId === container.id) {
    if (repeat || session.planned.length === 0)
      return answer(session, {
        verdict: 'repeat',
        title: 'Scan the samples that go in.',
        code: container.name,
      });
    return answer(session, { verdict: 'ok', title: container.name }, true);
  }
  if (session.containerId !== null && session.planned.length > 0)
    return answer(session, {
      verdict: 'error',
      title: 'Finish or clear the list first.',
      code: container.name,
      detail: `${countOf(session.planned.length, 'sample is', 'samples are')} listed for another location.`,
    });
  const typeRules = STORAGE_TYPE[container.type];
  if (typeRules.samples === 'none')
    return answer(session, { verdict: 'error', title: `Sample cannot be placed in ${typeRules.label}.` });
  if (container.status === 'RETIRED')
    return answer(session, { verdict: 'error', title: `${container.name} is retired.` });
  if (session.planned.length > 0) return placeListed(session, container, containerSamples);
  return answer(
    { ...session, containerId: container.id, undone: null },
    { verdict: 'ok', title: `Into ${container.name}`, detail: 'Scan the samples, then the container again.' },
  );
}

/**
 * Add a sample at the next free position; refuse with the counts when none is free. Before the container is known it is
 * only listed.
 */
export function takeBulkSample(
  session: BulkSession,
  container: StorageManagement | undefined,
  containerSamples: readonly Sample[],
  sample: Sample,
  { from, typed = false }: { from: string; typed?: boolean },
): BulkAnswer {
  const code = sample.barcode;
  const already = session.planned.find((one) => one.sampleId === sample.id);
  if (already)
    return answer(session, {
      verdict: 'repeat',
      title: `Already listed${already.position ? ` for ${already.position}` : ''}.`,
      code,
    });
  const entry = {
    ...{ sampleId: sample.id, barcode: code, from, typed },
    ...(typed ? { seen: { containerId: sample.storageLocationId, position: sample.storagePosition } } : {}),
  };
  if (!container) {
    const listedSamples = [...session.planned, { ...entry, containerId: null, position: null }];
    return answer(
      { ...session, planned: listedSamples },
      {
        verdict: 'ok',
        title: `${listedSamples.length} listed`,
        code,
        detail: 'Scan more, or the container.',
      },
    );
  }
  const moving = new Set([...session.planned.map((one) => one.sampleId), sample.id]);
  const staying = containerSamples.filter((one) => !moving.has(one.id));
  const short = capacityProblem(container, staying.length, moving.size);
  if (short) return answer(session, { verdict: 'error', title: short.message, code });
  const plannedSlots = session.planned.map((one) => ({ storagePosition: one.position }));
  const [free] = freeSlots(container, [
    ...containerSamples.filter((one) => one.id !== sample.id),
    ...plannedSlots,
  ]);
  if (holdsPositions(container.type) && free === undefined)
    return answer(session, { verdict: 'error', title: `${container.name} is full.`, code });
  const position = free ?? null;
  const planned = [...session.planned, { ...entry, containerId: container.id, position }];
  const title = position === null ? container.name : `Position ${position}`;
  return answer({ ...session, planned }, { verdict: 'ok', title, code, detail: `${planned.length} listed.` });
}
