import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { defineOperation, type OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { sampleByCode } from '#db/samples/barcode.ts';
import { custodyChain, isLater, placeIn } from '#db/samples/custody/custody-chain.ts';
import { settleCustody } from '#db/samples/custody/record-custody.ts';
import { type Sightings, sightingsOf } from '#db/samples/custody/sightings.ts';
import { containerOf, resolveMergedSample } from '#db/samples/find-sample.ts';
import { recordBulk } from '#db/samples/placing/bulk-action.ts';
import { placingOutcome } from '#db/samples/placing/judge-place.ts';
import { placeSamples, readCurrentPlace, recordAbsence } from '#db/samples/placing/place-samples.ts';
import type { Placing, PlacingResult } from '#db/samples/placing/placing-entry.ts';
import { type Sample, sample as sampleEntity } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { barcodeOf } from '#db/values/barcode-value.ts';
import { Id } from '#db/values/id.ts';
import { readPath } from './container-path.ts';
import { occupantOf, positionProblem, roleProblem } from './place-problem.ts';
import { holdsPositions, type StorageManagement, storageManagement } from './storage-management.ts';

/** The person's decision about a found tube: it is here as recorded, accept its move, or leave the record. */
const STOCK_DECISIONS = ['HERE', 'ACCEPT_MOVE', 'LEAVE'] as const;

const FoundTube = z.strictObject({
  barcode: z.string().min(1).max(200).transform(barcodeOf),
  decision: z.enum(STOCK_DECISIONS),
  /**
   * Position in the container where it was found; null keeps the recorded position of a tube that is here.
   */
  position: z.string().min(1).max(8).nullable().default(null),
});
type FoundTube = z.infer<typeof FoundTube>;

const Args = z
  .strictObject({
    containerId: Id,
    bulkId: Id,
    found: z.array(FoundTube).max(1_000),
    missing: z.array(Id).max(1_000),
  })
  .refine(
    (args) => new Set(args.found.map((one) => one.barcode)).size === args.found.length,
    'A code is listed twice.',
  );

/** Take stock of a container: here, elsewhere, without a place, unknown code, expected but missing. */
export const takeStock = defineOperation({
  name: 'take-stock',
  version: 1,
  kind: 'fact',
  title: 'Take stock',
  grant: 'lab/specimens/move:update',
  args: Args,
  subjects: (args) => [args.containerId, ...args.missing],
  async run(tx, args, context) {
    const container = await containerOf(tx, args.containerId);
    const closed = roleProblem(context.actor.role, await readPath(tx, container.id));
    if (closed && !(await context.changedSinceSeen(storageManagement, container.id)))
      throw refuse(closed.code, closed.message);
    const count = await readCount(tx, container, args.found);
    const missing = await recordMissing(
      tx,
      context,
      container,
      args.bulkId,
      args.missing,
      count.observedSamples,
    );
    const operation = {
      type: 'SAMPLE_MOVED',
      bulkId: args.bulkId,
      data: { via: 'STOCK_TAKE' },
      seenTogether: true,
    } as const;
    const placingResults = await placeSamples(tx, context, count.placings, operation);
    await recordEvent(tx, context, {
      type: 'CONTAINER_SCANNED',
      targetType: 'StorageManagement',
      targetId: container.id,
      data: {
        mode: 'STOCK_TAKE',
        whole: false,
        bulkId: args.bulkId,
        by: context.actor.name,
        to: { containerId: container.id, container: container.name, position: null },
        sampleIds: observedIds(count, placingResults),
        located: count.located,
        changed: placingResults.map((one) => one.sample.id),
        left: count.leftIds,
        unknown: count.unknown,
        absent: missing.missingIds,
      },
    });
    await recordBulk(tx, context, args.bulkId, [
      ...placingResults.map((one) => one.sample.id),
      ...missing.missingIds,
    ]);
    const unknown = count.unknown.length > 0 ? [`Unknown codes: ${count.unknown.join(', ')}.`] : [];
    const notes = [...unknown, ...count.notes, ...(closed ? [closed.message] : [])];
    return placingOutcome([...placingResults, ...missing.laterPlacings], notes);
  },
});

interface Count {
  placings: Placing[];
  observedSamples: Sample[];
  leftIds: string[];
  unknown: string[];
  /** Samples with a position that the person entered. */
  located: string[];
  notes: string[];
}

async function readCount(
  tx: Transaction,
  container: StorageManagement,
  foundTubes: readonly FoundTube[],
): Promise<Count> {
  const count: Count = {
    placings: [],
    observedSamples: [],
    leftIds: [],
    unknown: [],
    located: [],
    notes: [],
  };
  for (const one of foundTubes) {
    const sample = await sampleByCode(tx, one.barcode);
    if (!sample) {
      count.unknown.push(one.barcode);
      continue;
    }
    if (one.decision === 'LEAVE') {
      count.leftIds.push(sample.id);
      continue;
    }
    if (count.observedSamples.some((other) => other.id === sample.id)) {
      count.notes.push(`${one.barcode} is another label of ${sample.barcode}. Look at both tubes.`);
      continue;
    }
    count.observedSamples.push(sample);
    if (one.position !== null) count.located.push(sample.id);
    const placing = await placingOf(tx, container, sample, one);
    if (placing) count.placings.push(placing);
  }
  return count;
}

// A tube that is here as recorded needs no event of its own, unless it was held or missing.
async function placingOf(
  tx: Transaction,
  container: StorageManagement,
  sample: Sample,
  { position, decision }: Pick<FoundTube, 'position' | 'decision'>,
): Promise<Placing | null> {
  const isRecordedHere = sample.storageLocationId === container.id;
  const sightings = await sightingsOf(tx, sample);
  const recorded = isRecordedHere
    ? sample.storagePosition
    : decision === 'HERE'
      ? await freeSlotBefore(tx, container, sample, sightings)
      : null;
  const slot = position ?? recorded;
  const problem = slot === null && holdsPositions(container.type) ? null : positionProblem(container, slot);
  if (problem) throw refuse(problem.code, problem.message);
  const quiet = isRecordedHere && slot === sample.storagePosition && sample.custodianUserId === null;
  if (quiet && sightings.custody.notFound === null) return null;
  return { sample, container, position: slot, ...(position === null ? { countOnly: true } : {}) };
}

// The tube is here as recorded, though a colleague has moved it meanwhile: it gets its former position here
// while that is free.
async function freeSlotBefore(
  tx: Transaction,
  container: StorageManagement,
  sample: Sample,
  { events }: Pick<Sightings, 'events'>,
): Promise<string | null> {
  const places = custodyChain(events).flatMap(({ data }) => [placeIn(data['from']), placeIn(data['to'])]);
  const position = places.findLast((one) => one?.containerId === container.id)?.position ?? null;
  const containerSamples = await tx.find(sampleEntity, { storageLocationId: container.id });
  return occupantOf(containerSamples, position, sample.id) ? null : position;
}

async function recordMissing(
  tx: Transaction,
  context: OperationContext,
  container: StorageManagement,
  bulkId: string,
  ids: readonly string[],
  observedSamples: readonly Sample[],
): Promise<{ missingIds: string[]; laterPlacings: PlacingResult[] }> {
  const missingIds: string[] = [];
  const laterPlacings: PlacingResult[] = [];
  for (const id of ids) {
    const sample = await resolveMergedSample(tx, id);
    if (!sample || observedSamples.some((one) => one.id === sample.id)) continue;
    const sightings = await sightingsOf(tx, sample);
    const { placed: placingResults } = sightings;
    const seenLater = placingResults !== undefined && !isLater(context, placingResults);
    const data = {
      from: await readCurrentPlace(tx, sample),
      bulkId,
      ...(seenLater ? { superseded: true } : {}),
    };
    const search = await recordAbsence(tx, context, sample.id, container, data, sightings);
    const { after } = await settleCustody(tx, context, sample, sightings, search);
    if (after.notFound?.id === search.id) missingIds.push(sample.id);
    else if (after.held === null) {
      const message = `${sample.barcode} was moved meanwhile.`;
      laterPlacings.push({ sample, effect: 'SUPERSEDED', code: 'SUPERSEDED_BY_SCAN', message });
    }
  }
  return { missingIds, laterPlacings };
}

function observedIds(count: Count, placingResults: readonly PlacingResult[]): string[] {
  const notPlacedIds = new Set(
    placingResults
      .filter((one) => one.effect === 'SUPERSEDED' || one.effect === 'WITHHELD')
      .map((one) => one.sample.id),
  );
  return count.observedSamples.map((sample) => sample.id).filter((id) => !notPlacedIds.has(id));
}
