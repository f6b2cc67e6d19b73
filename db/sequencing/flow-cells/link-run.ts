import type { OperationContext } from '#db/operation.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { batchResult } from '../runs/batch-result.ts';
import type { ImportedRun } from '../runs/imported-run.ts';
import { type FlowCell, flowCell, flowCellRowId } from './flow-cell.ts';
import { type FlowCellUse, flowCellUse, updateUsage, usesOf } from './flow-cell-use.ts';

interface LinkedRun {
  batchId: string;
  batchResultId: string;
  sequencerId: string | null;
  run: ImportedRun;
  /** The samples of the batch that the run read, with the barcodes of the plate. */
  samples: readonly Sample[];
  hasEnded: boolean;
}

/**
 * Link an imported run to the flow cell that was loaded for it: its use gets the run and its pores. A run on a cell
 * of the lab that nobody loaded in this product gets a use of its own; importing the run again changes that use.
 */
export async function linkRun(tx: Transaction, context: OperationContext, linked: LinkedRun): Promise<void> {
  const code = linked.run.flowCellId?.toUpperCase() ?? null;
  const cell = code === null ? undefined : await tx.get(flowCell, flowCellRowId(context.actor.lab, code));
  const earlier = (await tx.find(flowCellUse, { batchResultId: linked.batchResultId }))[0];
  if (earlier && earlier.cellId !== cell?.id) await unlinkRun(tx, earlier);
  if (!cell || cell.deleted) return;
  if (cell.inventoryItemId !== null)
    await tx.patch(batchResult, linked.batchResultId, { flowCellInventoryItemId: cell.inventoryItemId });
  const use = matchingUse(await usesOf(tx, cell.id), linked);
  const fields = fieldsOf(context, cell, linked, use);
  if (use) await tx.patch(flowCellUse, use.id, fields);
  else
    await tx.insert(flowCellUse, {
      ...fields,
      id: context.newId(),
      entity: cell.entity,
      cellId: cell.id,
      batchId: linked.batchId,
      sequencerId: linked.sequencerId,
      positionName: linked.run.positionName,
      samples: linked.samples.map(({ id, dnaBarcode }) => ({ sampleId: id, dnaBarcode })),
      loadedAt: linked.run.startedAt ?? context.occurredAt,
    });
  await updateUsage(tx, cell.id);
}

/** A corrected flow cell id leaves the use of the other cell as it was before the import. */
async function unlinkRun(tx: Transaction, use: FlowCellUse): Promise<void> {
  const run = { batchResultId: null, poresAtStart: null, poresAtEnd: null, hasSequenced: null };
  await tx.patch(flowCellUse, use.id, use.loadedById === null ? { ...run, deleted: true } : run);
  await updateUsage(tx, use.cellId);
}

/**
 * Find the use of a run: the one that it has already, the last that was loaded before it, or the one whose run
 * sequenced nothing, because such a run is started again without loading the cell again.
 */
function matchingUse(uses: readonly FlowCellUse[], linked: LinkedRun): FlowCellUse | undefined {
  const own = uses.find(({ batchResultId }) => batchResultId === linked.batchResultId);
  if (own) return own;
  const ofBatch = uses.filter(({ batchId }) => batchId === linked.batchId);
  const free = ofBatch.filter((use) => use.batchResultId === null);
  const startedAt = linked.run.startedAt;
  const before = free.filter(({ loadedAt }) => startedAt === null || loadedAt <= startedAt);
  return before.at(-1) ?? free[0] ?? ofBatch.findLast(({ hasSequenced }) => hasSequenced === false);
}

function fieldsOf(
  context: OperationContext,
  cell: FlowCell,
  { batchResultId, run, hasEnded }: LinkedRun,
  use: FlowCellUse | undefined,
): Partial<FlowCellUse> {
  const total = run.yield;
  const hasSequenced = total.readsPass + total.readsFail + total.basesPass + total.estimatedBases > 0;
  const end = run.endedAt ?? context.occurredAt;
  return {
    batchResultId,
    poresAtStart: run.poresAtStart,
    poresAtEnd: hasEnded ? (run.plots.poreScans.at(-1)?.available ?? null) : null,
    hasSequenced: hasSequenced ? true : hasEnded ? false : null,
    endedAt: use?.endedAt ?? (hasEnded || cell.returnedAt !== null ? end : null),
  };
}
