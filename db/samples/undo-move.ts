import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, merged, warned } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { Id } from '#db/values/id.ts';
import { BULK_ACTION, UNDO_HOURS } from './bulk-action.ts';
import { putBack } from './put-back.ts';
import type { Sample } from './sample.ts';
import { readUndo } from './undo-parts.ts';

/**
 * Takes a bulk move, a rack scan, a re-rack or a stock-take back: samples that nobody has touched since return to where they were; the others are named.
 * `sampleIds` let a device, which does not carry the act's own event, find the samples.
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
  }),
  subjects: (args) => [...new Set(args.sampleIds)],
  async run(tx, args, context) {
    const undo = await readUndo(tx, context, args.bulkId, args.sampleIds);
    if (undo.undone) return merged('ALREADY_UNDONE', 'This move was already undone.');
    if (undo.all.length === 0) throw refuse('NOTHING_TO_UNDO', 'Nothing of this move is left to undo.');
    if (undo.late) throw refuse('TOO_LATE', `A move can be undone for ${UNDO_HOURS} hours.`);
    const { free, kept } = undo;
    const restored: Sample[] = [];
    for (const part of free) restored.push(await putBack(tx, context, part, args));
    await recordEvent(tx, context, {
      type: 'SAMPLE_MOVED',
      targetType: BULK_ACTION,
      targetId: args.bulkId,
      data: {
        undoOf: args.bulkId,
        restored: restored.map((sample) => sample.id),
        kept,
        reason: args.reason,
        by: context.actor.name,
      },
    });
    if (kept.length === 0) return applied;
    return warned(
      'CHANGED_SINCE',
      `${restored.length} of ${undo.all.length} put back. Not put back: ${kept.join(', ')}.`,
    );
  },
});
