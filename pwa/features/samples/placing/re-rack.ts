import { z } from 'zod';
import type { Sample } from '#db/samples/sample.ts';
import { freeSlots } from '#db/storage/free-slots.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import { positionsByRow } from '#db/values/box-position.ts';
import type { RackRow } from '#db/values/rack-file.ts';
import type { ScanFeedback } from '#pwa/scanning/use-verdict.ts';

const Racked = z.object({ sampleId: z.string(), barcode: z.string(), position: z.string() });

/** State of a re-rack: the tubes expected in the box, and those scanned so far. */
export const ReRackSession = z.object({
  containerId: z.string().nullable(),
  /** The tubes recorded in the box when it spilled; checked-out ones are not expected. */
  limbo: z.array(z.object({ id: z.string(), barcode: z.string(), position: z.string().nullable() })),
  racked: z.array(Racked),
  /** The position that the user set for the next tube; null means the next free one. */
  nextPosition: z.string().nullable(),
});
export type ReRackSession = z.infer<typeof ReRackSession>;
export const EMPTY_RE_RACK: ReRackSession = { containerId: null, limbo: [], racked: [], nextPosition: null };

/** Start a re-rack: all tubes recorded in the box are in limbo. */
export const startReRack = (
  container: StorageManagement,
  containerSamples: readonly Sample[],
): ReRackSession => ({
  containerId: container.id,
  limbo: containerSamples
    .filter((one) => one.custodianUserId === null)
    .map(({ id, barcode, storagePosition }) => ({ id, barcode, position: storagePosition })),
  racked: [],
  nextPosition: null,
});

/** List the tubes of the box that are not scanned yet. */
export function missingOf(session: ReRackSession): ReRackSession['limbo'] {
  const scannedIds = new Set(session.racked.map((one) => one.sampleId));
  return session.limbo.filter((one) => !scannedIds.has(one.id));
}

/** Find the position of the next tube: the one that the user set, else the next free one by row. */
export function nextPosition(session: ReRackSession, container: StorageManagement): string | null {
  const free = freeSlots(
    container,
    session.racked.map((one) => ({ storagePosition: one.position })),
  );
  const { nextPosition: requestedPosition } = session;
  return requestedPosition !== null && free.includes(requestedPosition)
    ? requestedPosition
    : (free[0] ?? null);
}

/** Add one scanned tube: it gets its position and the feedback names its earlier location. */
export function rackTube(
  session: ReRackSession,
  container: StorageManagement,
  sample: Sample,
  from: string,
): { session: ReRackSession; feedback: ScanFeedback } {
  const code = sample.barcode;
  const existingTube = session.racked.find((one) => one.sampleId === sample.id);
  if (existingTube)
    return { session, feedback: { verdict: 'repeat', title: `Already in ${existingTube.position}.`, code } };
  const position = nextPosition(session, container);
  if (position === null)
    return { session, feedback: { verdict: 'error', title: `${container.name} is full.`, code } };
  const racked = [...session.racked, { sampleId: sample.id, barcode: code, position }];
  const next = { ...session, racked, nextPosition: null };
  const remainingText = `${missingOf(next).length} of ${session.limbo.length} still to scan.`;
  const own = session.limbo.some((one) => one.id === sample.id);
  return own
    ? {
        session: next,
        feedback: { verdict: 'ok', title: `Position ${position}`, code, detail: remainingText },
      }
    : {
        session: next,
        feedback: {
          verdict: 'warning',
          title: `Position ${position}`,
          code,
          detail: `Previously recorded in ${from}. ${remainingText}`,
        },
      };
}

/** List the positions of the whole box: a code where a tube is, empty elsewhere. */
export function reRackRows(session: ReRackSession, container: StorageManagement): RackRow[] {
  const at = new Map(session.racked.map((one) => [one.position, one.barcode]));
  const size = { rows: container.rows ?? 1, columns: container.columns ?? 1 };
  return positionsByRow(size).map((position) => {
    const barcode = at.get(position) ?? null;
    return { position, barcode, read: barcode === null ? 'EMPTY' : 'OK' };
  });
}
