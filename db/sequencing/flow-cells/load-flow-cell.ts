import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Batch } from '#db/batches/batch.ts';
import { batchOf } from '#db/batches/find-batch.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext, warned } from '#db/operation.ts';
import { molarity } from '#db/protocols/values/balancing-amounts.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { sampleOf } from '#db/samples/find-sample.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { changeVolume, Volume } from '#db/samples/volume.ts';
import type { Transaction } from '#db/transaction.ts';
import { ref, requiredText } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { poolMember } from '../pools/pool-member.ts';
import { settleDraw } from '../pools/settle-draw.ts';
import { type FlowCell, flowCell, flowCellOf } from './flow-cell.ts';
import { flowCellUse, updateUsage, usesOf } from './flow-cell-use.ts';
import { type LoadedSample, loadingProblem, loadingWarning, reuseProblem } from './loading-problem.ts';

/** Load a pool or a library onto a flow cell at a position of a sequencer. */
export const loadFlowCell = defineOperation({
  name: 'load-flow-cell',
  version: 1,
  kind: 'intent',
  title: 'Load flow cell',
  grant: 'lab/custody:update',
  args: z.strictObject({
    batchId: ref,
    /** The pool or the library in the pipette. */
    sampleId: ref,
    cellId: ref,
    sequencerId: ref,
    positionName: requiredText,
    /** µL */
    volume: Volume.refine((text) => Number(text) > 0, 'Enter how much you load.'),
    /** Why a barcode is used again on this flow cell; null while nobody was asked. */
    overrideReason: Reason.nullable().default(null),
  }),
  subjects: ({ batchId, sampleId, cellId }) => [batchId, sampleId, cellId],
  // Another loading of the batch that is refused does not concern this one.
  buildsOn: ({ cellId }) => [cellId],
  async run(tx, args, context) {
    const batch = await batchOf(tx, context, args.batchId);
    const cell = await flowCellOf(tx, context, args.cellId);
    const loaded = await sampleOf(tx, args.sampleId);
    const samples = await samplesIn(tx, batch, loaded);
    const problem = await loadingProblem(tx, context, { ...args, batch, cell, samples });
    if (problem !== null) throw refuse(problem.code, problem.text);
    const uses = await usesOf(tx, cell.id);
    const reuse = reuseProblem(context, cell, uses, samples);
    if (reuse !== null && args.overrideReason === null)
      throw refuse('BARCODE_REUSED', `${reuse} Give a reason to load it anyway.`);
    await tx.insert(flowCellUse, {
      id: context.newId(),
      entity: cell.entity,
      cellId: cell.id,
      batchId: batch.id,
      sequencerId: args.sequencerId,
      positionName: args.positionName,
      loadedSampleId: loaded.id,
      samples: samples.map(({ row }) => ({ sampleId: row.id, dnaBarcode: row.dnaBarcode })),
      loadedVolume: args.volume,
      loadedAmount: amountIn(loaded, args.volume),
      loadedAt: context.occurredAt,
      loadedById: context.actor.userId,
      overrideReason: reuse === null ? null : args.overrideReason,
      // A wash that was done later and arrived earlier ended this use.
      endedAt: cell.washedAt !== null && cell.washedAt >= context.occurredAt ? cell.washedAt : null,
    });
    await updateUsage(tx, cell.id);
    await withdrawLateClaim(tx, context, cell);
    await drawLoaded(tx, context, { batch, cell, loaded, volume: args.volume });
    await recordEvent(tx, context, {
      type: 'FLOW_CELL_LOADED',
      targetType: 'FlowCell',
      targetId: cell.id,
      data: {
        batchId: batch.id,
        sampleId: loaded.id,
        barcode: loaded.barcode,
        positionName: args.positionName,
        volume: args.volume,
        ...(reuse === null ? {} : { reason: args.overrideReason, reuse }),
      },
    });
    const warning = [reuse, loadingWarning(context, cell, uses)].filter((text) => text !== null).join(' ');
    return warning === '' ? applied : warned('CHECK_FLOW_CELL', warning);
  },
});

/** Return the libraries that a tube brings onto the flow cell: the members of a pool, or the library itself. */
async function samplesIn(tx: Transaction, batch: Batch, loaded: Sample): Promise<LoadedSample[]> {
  if (loaded.sampleKind !== 'POOL') return [{ row: loaded, isOfBatch: loaded.batchId === batch.id }];
  const members = await tx.find(poolMember, { poolSampleId: loaded.id });
  const rows = await Promise.all(members.map(({ sampleId }) => tx.get(sample, sampleId)));
  return rows
    .flatMap((row, at) => (row ? [{ row, isOfBatch: members[at]?.batchId === batch.id }] : []))
    .sort((a, b) => (a.row.barcode < b.row.barcode ? -1 : 1));
}

/** A check that was done after the loading and arrived before it opened a claim on a cell that was not new any more. */
async function withdrawLateClaim(
  tx: Transaction,
  { occurredAt }: OperationContext,
  { id, warrantyClaim, claimedAt }: FlowCell,
): Promise<void> {
  if (warrantyClaim === 'OPEN' && claimedAt !== null && claimedAt > occurredAt)
    await tx.patch(flowCell, id, { warrantyClaim: 'NONE', claimedAt: null });
}

/** Compute the amount in fmol; null when the concentration or the fragment length is unknown. */
function amountIn({ extractedConcentration: c, fragmentLength }: Sample, volume: string): string | null {
  if (c === null || fragmentLength === null || fragmentLength <= 0) return null;
  return molarity(c, fragmentLength, 'ds').times(volume).toDecimalPlaces(2).toFixed();
}

/** Draw the loaded volume from the pool, or settle what the start of the batch drew from the library. */
async function drawLoaded(
  tx: Transaction,
  context: OperationContext,
  { batch, cell, loaded, volume }: { batch: Batch; cell: FlowCell; loaded: Sample; volume: string },
): Promise<void> {
  const reason = `Loaded on ${cell.flowCellId}`;
  if (loaded.sampleKind !== 'POOL') return settleDraw(tx, context, batch, loaded, reason);
  const { remainingVolume: remaining, barcode } = loaded;
  const isShort = remaining !== null && new Decimal(remaining).lessThan(volume);
  if (isShort && !(await context.changedSinceSeen(sample, loaded.id)))
    throw refuse(
      'INSUFFICIENT_VOLUME',
      `Only ${new Decimal(remaining).toFixed()} µL are left in ${barcode}. Load less.`,
    );
  return changeVolume(tx, context, loaded.id, new Decimal(volume).negated(), reason, { batchId: batch.id });
}
