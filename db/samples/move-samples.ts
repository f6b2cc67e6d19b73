import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import { defineOperation, type OperationContext } from '#db/operation.ts';
import { capacityOf, capacityProblem } from '#db/storage/free-slots.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { recordBulk } from './bulk-action.ts';
import { containerOf, sampleOf } from './find-placed.ts';
import { judgePlace } from './judge-place.ts';
import { PositionArg, SeenArg, TypedArg } from './move-sample.ts';
import { placeSamples } from './place-samples.ts';
import { placingOutcome } from './placing-outcome.ts';
import { sample as sampleEntity } from './sample.ts';
import type { Placing } from './typed-entry.ts';

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
