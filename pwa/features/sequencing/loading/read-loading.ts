import type { Batch } from '#db/batches/batch.ts';
import { batchOf } from '#db/batches/find-batch.ts';
import { person } from '#db/identity/person.ts';
import type { OperationContext } from '#db/operation.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { type FlowCell, flowCell } from '#db/sequencing/flow-cells/flow-cell.ts';
import { fitsPosition } from '#db/sequencing/flow-cells/flow-cell-product.ts';
import { type FlowCellUse, flowCellUse } from '#db/sequencing/flow-cells/flow-cell-use.ts';
import { poolMember } from '#db/sequencing/pools/pool-member.ts';
import { SEQUENCER_MODEL_FACTS, type Sequencer, sequencer } from '#db/sequencing/sequencers/sequencer.ts';
import type { Transaction } from '#db/transaction.ts';

/** A pool of the batch and its libraries. */
export interface PoolOfBatch {
  pool: Sample;
  members: Sample[];
}

/** A loading of the batch, with the names of what it refers to. */
export interface ShownUse {
  use: FlowCellUse;
  cell: FlowCell | undefined;
  tube: string | null;
  place: string;
  person: string | null;
}

/** What is needed to pool and load the libraries of a sequencing batch. */
export interface LoadingView {
  batch: Batch;
  /** The libraries in progress. */
  libraries: Sample[];
  pools: PoolOfBatch[];
  uses: ShownUse[];
  /** Flow cells that are neither in use nor returned. */
  cells: FlowCell[];
  /** Active sequencers with their free positions. */
  sequencers: { row: Sequencer; free: string[] }[];
}

/** The collections whose changes may change the view. */
export const LOADING_COLLECTIONS = ['batches', 'samples', 'people'] as const;

/** Read what was pooled and loaded of a batch, and what may be loaded now. */
export async function readLoading(
  tx: Transaction,
  context: OperationContext,
  batchId: string,
): Promise<LoadingView> {
  const batch = await batchOf(tx, context, batchId);
  const samples = await tx.find(sample, { batchId });
  const allUses = await tx.find(flowCellUse, {});
  const cells = await tx.find(flowCell, {});
  const sequencers = await tx.find(sequencer, {});
  const people = new Map((await tx.find(person, {})).map((row) => [row.userId, row.name]));
  const open = allUses.filter(({ endedAt }) => endedAt === null);
  const uses: ShownUse[] = [];
  for (const use of allUses.filter((one) => one.batchId === batchId))
    uses.push({
      use,
      cell: cells.find(({ id }) => id === use.cellId),
      tube:
        use.loadedSampleId === null ? null : ((await tx.get(sample, use.loadedSampleId))?.barcode ?? null),
      place: [sequencers.find(({ id }) => id === use.sequencerId)?.name, use.positionName]
        .filter(Boolean)
        .join(' '),
      person: use.loadedById === null ? null : (people.get(use.loadedById) ?? null),
    });
  return {
    batch,
    libraries: samples
      .filter(({ status }) => status === 'IN_PROGRESS')
      .sort((a, b) => (a.batchOrder ?? 0) - (b.batchOrder ?? 0)),
    pools: await poolsOf(tx, batchId, samples),
    uses: uses.sort((a, b) => (a.use.loadedAt < b.use.loadedAt ? -1 : 1)),
    cells: cells.filter(
      ({ id, returnedAt }) => returnedAt === null && open.every(({ cellId }) => cellId !== id),
    ),
    sequencers: sequencers
      .filter(({ status }) => status === 'ACTIVE')
      .map((row) => ({
        row,
        free: row.positions.filter((name) =>
          open.every((use) => use.sequencerId !== row.id || use.positionName !== name),
        ),
      })),
  };
}

async function poolsOf(tx: Transaction, batchId: string, samples: readonly Sample[]): Promise<PoolOfBatch[]> {
  const members = await tx.find(poolMember, { batchId });
  const pools: PoolOfBatch[] = [];
  for (const id of new Set(members.map(({ poolSampleId }) => poolSampleId))) {
    const pool = await tx.get(sample, id);
    const own = members.filter(({ poolSampleId }) => poolSampleId === id).map(({ sampleId }) => sampleId);
    if (pool) pools.push({ pool, members: samples.filter((row) => own.includes(row.id)) });
  }
  return pools.sort((a, b) => (a.pool.createdAt < b.pool.createdAt ? -1 : 1));
}

/** List the free positions that a flow cell fits, the only position of an instrument by the name of the instrument. */
export const positionsFor = (
  { sequencers }: LoadingView,
  cell: FlowCell | undefined,
): { value: string; label: string }[] =>
  sequencers
    .filter(({ row }) => !cell || fitsPosition(cell.productCode, SEQUENCER_MODEL_FACTS[row.model].format))
    .flatMap(({ row, free }) =>
      free.map((name) => ({
        value: `${row.id} ${name}`,
        label: row.positions.length === 1 ? row.name : `${row.name} ${name}`,
      })),
    );
