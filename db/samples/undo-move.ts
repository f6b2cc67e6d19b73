import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, merged, type OperationContext, warned } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { BULK_ACTION, UNDO_HOURS } from './bulk-action.ts';
import { containerOf } from './find-placed.ts';
import { placeSamples } from './place-samples.ts';
import { placingOutcome } from './placing-outcome.ts';
import { putBack } from './put-back.ts';
import type { Sample } from './sample.ts';
import type { Placing, PlacingResult } from './typed-entry.ts';
import { isPutBack, readUndo, type UndoPart } from './undo-parts.ts';

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
