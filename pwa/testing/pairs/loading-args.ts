import { batch } from '#db/batches/batch.ts';
import { buildBatch } from '#db/factories/build-batches.ts';
import { buildFlowCell, buildFlowCellUse, buildSequencer } from '#db/factories/build-sequencing.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { flowCell } from '#db/sequencing/flow-cells/flow-cell.ts';
import { flowCellUse } from '#db/sequencing/flow-cells/flow-cell-use.ts';
import { sequencer } from '#db/sequencing/sequencers/sequencer.ts';
import { putTube } from './lab-rows-2.ts';
import { each, type Generator } from './view.ts';

const UNUSED_CELL = buildFlowCell({ flowCellId: 'PAA00001' });
const WASHABLE_CELL = buildFlowCell({ flowCellId: 'PAA00002', useCount: 1, barcodesUsed: ['NB09'] });
const ARRIVING_CELL = buildFlowCell({ flowCellId: 'PAA00003' });

/** Put a sequencing batch in progress with three libraries, a sequencer and two flow cells into the lab. */
export function putLoading(world: MemoryWorld): void {
  const own = { type: 'SEQUENCING', status: 'IN_PROGRESS', createdById: 'eli' } as const;
  const startedAt = '2026-11-21T06:00:00.000Z';
  world.putRow(batch, buildBatch({ id: 'load', name: 'load', julianId: 'W26325-S01', startedAt, ...own }));
  for (const [index, plateLocation] of ['A1', 'B1', 'C1'].entries())
    putTube(world, `load-${index + 1}`, {
      ...{
        batchId: 'load',
        plateLocation,
        sampleKind: 'LIBRARY',
        status: 'IN_PROGRESS',
        stage: 'SEQUENCING',
      },
      ...{
        batchOrder: index + 1,
        dnaBarcode: `NB0${index + 1}`,
        extractedConcentration: '20',
        fragmentLength: 10_000,
      },
    });
  world.putRow(sequencer, buildSequencer({ id: 'p24' }));
  for (const cell of [UNUSED_CELL, WASHABLE_CELL]) world.putRow(flowCell, cell);
  world.putRow(
    flowCellUse,
    buildFlowCellUse({
      ...{ id: 'use-1', cellId: WASHABLE_CELL.id, batchId: 'load', endedAt: '2026-11-20T20:00:00.000Z' },
      samples: [{ sampleId: 'load-3', dnaBarcode: 'NB09' }],
    }),
  );
}

const CELLS = [UNUSED_CELL.id, WASHABLE_CELL.id];

/** The operations on flow cells and pools. */
export const LOADING_ARGS: Record<string, Generator> = {
  'receive-flow-cell': ({ side }) =>
    ['L7', `L${8 + side}`].map((lotNumber) => ({
      cellId: ARRIVING_CELL.id,
      form: {
        flowCellId: ARRIVING_CELL.flowCellId,
        productCode: ARRIVING_CELL.productCode,
        lotNumber,
        poresAtReceipt: null,
      },
    })),
  'check-flow-cell': ({ side }) => CELLS.map((cellId) => ({ cellId, pores: 4000 + side * 1000 })),
  'wash-flow-cell': () => CELLS.map((cellId) => ({ cellId })),
  'return-flow-cell': () => CELLS.map((cellId) => ({ cellId, reason: 'Broken' })),
  'make-pool': ({ letter, side }) =>
    each(['load-1', 'load-2'], ['load-3']).map(([one, other]) => ({
      batchId: 'load',
      members: [
        { sampleId: one, volume: `${10 + side}` },
        { sampleId: other, volume: '5' },
      ],
      suffixLetter: letter,
    })),
  'load-flow-cell': ({ side }) =>
    each(['load-1', 'load-2'], each(CELLS, ['1B', `1${'CDE'[side] ?? 'F'}`])).map(
      ([sampleId, [cellId, positionName]]) => ({
        ...{ batchId: 'load', sampleId, cellId, sequencerId: 'p24', positionName, volume: '12' },
      }),
    ),
};
