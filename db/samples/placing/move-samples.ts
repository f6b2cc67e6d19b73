import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, merged, type OperationContext, warned } from '#db/operation.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { containerOf, sampleOf } from '#db/samples/find-sample.ts';
import { type Sample, sample as sampleEntity } from '#db/samples/sample.ts';
import { capacityOf, capacityProblem } from '#db/storage/free-slots.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { BULK_ACTION, isPutBack, readUndo, recordBulk, UNDO_HOURS, type UndoPart } from './bulk-action.ts';
import { judgePlace, placingOutcome } from './judge-place.ts';
import { PositionArg, SeenArg, TypedArg } from './move-sample.ts';
import { placeSamples } from './place-samples.ts';
import type { Placing, PlacingResult } from './placing-entry.ts';
import { putBack } from './put-back.ts';

const Move = z.strictObject({
  sampleId: Id,
  containerId: Id,
  position: PositionArg,
  typed: TypedArg,
  seen: SeenArg,
});
type Move = z.infer<typeof Move>;

const areUnique = (keys: readonly string[]): boolean => new Set(keys).size === keys.length;

/** Move many samples as one operation, which can be undone as one. */
export const moveSamples = defineOperation({
  name: 'move-samples',
  version: 1,
  kind: 'fact',
  title: 'Move samples',
  grant: 'lab/specimens/move:update',
  args: z
    .strictObject({ bulkId: Id, moves: z.array(Move).min(1).max(500) })
    .refine((args) => areUnique(args.moves.map((move) => move.sampleId)), 'A sample is listed twice.')
    .refine(
      (args) =>
        areUnique(
          args.moves
            .filter((move) => move.position !== null)
            .map((move) => `${move.containerId} ${move.position}`),
        ),
      'Two samples are meant for one position.',
    ),
  subjects: (args) => [...new Set(args.moves.flatMap((move) => [move.sampleId, move.containerId]))],
  async run(tx, args, context) {
    const notes = await requireRoom(tx, context, args.moves);
    const placings: Placing[] = [];
    const bulkSampleIds = args.moves.map((move) => move.sampleId);
    for (const move of args.moves) {
      const placing = {
        sample: await sampleOf(tx, move.sampleId),
        container: await containerOf(tx, move.containerId),
        position: move.position,
        typed: move.typed,
        seen: move.seen,
      };
      notes.push(...(await judgePlace(tx, context, placing, bulkSampleIds)));
      placings.push(placing);
    }
    const placingResults = await placeSamples(tx, context, placings, {
      type: 'SAMPLE_MOVED',
      bulkId: args.bulkId,
    });
    await recordBulk(tx, context, args.bulkId, bulkSampleIds);
    return placingOutcome(placingResults, notes);
  },
});

// A person who can know the free slots is refused; slots that another device filled meanwhile are settled one
// by one.
async function requireRoom(
  tx: Transaction,
  context: OperationContext,
  moves: readonly Move[],
): Promise<string[]> {
  const notes: string[] = [];
  for (const containerId of new Set(moves.map((move) => move.containerId))) {
    const container = await containerOf(tx, containerId);
    const arriving = new Set(
      moves.filter((move) => move.containerId === containerId).map((move) => move.sampleId),
    );
    const containerSamples = await tx.find(sampleEntity, { storageLocationId: containerId });
    const leaving = new Set(moves.map((move) => move.sampleId));
    const staying = containerSamples.filter((one) => !leaving.has(one.id)).length;
    const tooMany = arriving.size > (capacityOf(container) ?? arriving.size);
    const problem = capacityProblem(container, staying, arriving.size);
    const known = tooMany && !(await context.changedSinceSeen(storageManagement, containerId));
    if (problem && (known || context.deviceId === null)) throw refuse(problem.code, problem.message);
    if (problem && tooMany) notes.push(problem.message);
  }
  return notes;
}

/**
 * Undo a bulk move, a rack scan, a re-rack or a stock-take: samples without later changes return to their
 * earlier places; the result names the others. `sampleIds` let a device, which does not store the operation's
 * own event, find the samples.
 */
export const undoMove = defineOperation({
  name: 'undo-move',
  version: 1,
  kind: 'intent',
  title: 'Undo move',
  grant: 'lab/specimens/move:update',
  args: z.strictObject({
    bulkId: Id,
    sampleIds: z.array(Id).max(1_000).default([]),
    reason: z.string().trim().max(500).nullable().default(null),
    /** The samples that this person's device showed as unchanged; absent from older devices. */
    untouched: z.array(Id).max(1_000).optional(),
  }),
  subjects: (args) => [...new Set(args.sampleIds)],
  async run(tx, args, context) {
    const { bulkId, sampleIds, untouched } = args;
    const undo = await readUndo(tx, context, bulkId, sampleIds, untouched);
    if (undo.undone) return merged('ALREADY_UNDONE', 'This move was already undone.');
    if (undo.all.length === 0) throw refuse('NOTHING_TO_UNDO', 'Nothing of this move is left to undo.');
    if (undo.isTooOld) throw refuse('TOO_LATE', `A move can be undone for ${UNDO_HOURS} hours.`);
    const { placingResults, untouchedParts } = await returnParts(tx, context, undo.free, args);
    const restored = [...placingResults.filter(({ effect }) => effect !== 'SUPERSEDED'), ...untouchedParts];
    await recordEvent(tx, context, {
      type: 'SAMPLE_MOVED',
      targetType: BULK_ACTION,
      targetId: bulkId,
      data: {
        undoOf: bulkId,
        restored: restored.map(({ sample }) => sample.id),
        kept: undo.blocked,
        reason: args.reason,
        by: context.actor.name,
      },
    });
    const { length } = undo.blocked;
    const text = `${restored.length} of ${undo.all.length} put back. Not put back: ${undo.blocked.join(', ')}.`;
    if (placingResults.some(({ message }) => message !== null))
      return placingOutcome(placingResults, length > 0 ? [text] : []);
    return length === 0 ? applied : warned('CHANGED_SINCE', text);
  },
});

// The latest placing of a sample counts: an undo is one, by a person who scanned nothing.
async function returnParts(
  tx: Transaction,
  context: OperationContext,
  parts: readonly UndoPart[],
  { bulkId, reason }: { bulkId: string; reason: string | null },
): Promise<{ placingResults: PlacingResult[]; untouchedParts: { sample: Sample }[] }> {
  const untouchedParts: { sample: Sample }[] = [];
  for (const part of parts)
    if (!isPutBack(part))
      untouchedParts.push({ sample: await putBack(tx, context, part, { bulkId, reason }) });
  const placings: Placing[] = [];
  for (const part of parts.filter(isPutBack)) {
    const { sample, before } = part;
    const container = await containerOf(tx, before.from.containerId ?? '');
    placings.push({ sample, container, position: before.from.position, typed: true, seen: before.to });
  }
  const data = { undoOf: bulkId, ...(reason === null ? {} : { reason }) };
  return {
    placingResults: await placeSamples(tx, context, placings, { type: 'SAMPLE_MOVED', data }),
    untouchedParts,
  };
}
