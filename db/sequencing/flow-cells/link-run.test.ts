import { expect, test } from 'vitest';
import { at, buildLoadingWorld, CELL, LEA_ONLINE, load } from '#db/factories/benches/loading-bench.ts';
import { buildFlowCell, buildImportedBarcode, buildImportedRun } from '#db/factories/build-sequencing.ts';
import { runRule } from '#db/factories/run-rule.ts';
import type { MemoryWorld } from '#db/memory-transaction.ts';
import { batchResult } from '../runs/batch-result.ts';
import { importRun } from '../runs/import-run.ts';
import type { ImportedRun } from '../runs/imported-run.ts';
import { flowCell } from './flow-cell.ts';
import { flowCellUse } from './flow-cell-use.ts';

const importInto = (world: MemoryWorld, run: Partial<ImportedRun> = {}) =>
  runRule(
    world,
    importRun,
    {
      batchId: 'seq-1',
      run: buildImportedRun({
        startedAt: '2026-11-21T11:00:00.000Z',
        endedAt: '2026-11-22T11:00:00.000Z',
        ...run,
      }),
      changeReason: 'Corrected',
    },
    LEA_ONLINE,
  );
const EMPTY_RUN: Partial<ImportedRun> = {
  minknowRunId: 'run-without-reads',
  rawState: 'PROTOCOL_FINISHED_WITH_UNABLE_TO_SEND_TELEMETRY',
  barcodes: [buildImportedBarcode({ basesPass: 0 })],
};
const uses = (world: MemoryWorld) => world.all(flowCellUse).filter(({ deleted }) => !deleted);
const cellOf = (world: MemoryWorld) => world.one(flowCell, CELL);

test('an imported run completes the use that was loaded for it, also when it is imported again', async () => {
  const world = buildLoadingWorld();
  world.putRow(flowCell, buildFlowCell({ inventoryItemId: 'item-7' }));
  await load(world, {}, at('10:00'));
  await importInto(world);
  await importInto(world, { poresAtStart: 7000 });
  const [run] = world.all(batchResult);
  expect(run?.flowCellInventoryItemId).toBe('item-7');
  expect(uses(world)).toMatchObject([
    {
      batchResultId: run?.id,
      loadedById: 'ann',
      poresAtStart: 7000,
      hasSequenced: true,
      endedAt: '2026-11-22T11:00:00.000Z',
    },
  ]);
  expect(cellOf(world)).toMatchObject({ useCount: 1, barcodesUsed: ['NB01'] });
});

test('a run in progress leaves its flow cell in use', async () => {
  const world = buildLoadingWorld();
  await load(world, {}, at('10:00'));
  await importInto(world, { rawState: 'PROTOCOL_RUNNING', endedAt: null, isFinal: false });
  expect(uses(world)).toMatchObject([{ endedAt: null, hasSequenced: true }]);
});

test('a run on a cell that nobody loaded here gets a use with the barcodes of the plate', async () => {
  const world = buildLoadingWorld();
  await importInto(world);
  await importInto(world);
  expect(uses(world)).toMatchObject([
    { loadedById: null, positionName: '1B', samples: [{ sampleId: 's1', dnaBarcode: 'NB01' }] },
  ]);
  expect(cellOf(world)).toMatchObject({ useCount: 1, barcodesUsed: ['NB01'] });
});

test('a run on a cell that the lab does not list is imported without a use', async () => {
  const world = buildLoadingWorld();
  await importInto(world, { flowCellId: 'PXX00001' });
  expect(uses(world)).toEqual([]);
  expect(world.all(batchResult)).toHaveLength(1);
});

test('a run that sequenced nothing does not count, and its use takes the run that is started again', async () => {
  const world = buildLoadingWorld();
  await load(world, {}, at('10:00'));
  await importInto(world, EMPTY_RUN);
  expect(uses(world)).toMatchObject([{ hasSequenced: false }]);
  expect(cellOf(world)).toMatchObject({ useCount: 0, barcodesUsed: ['NB01'] });
  await importInto(world, { startedAt: '2026-11-21T13:00:00.000Z' });
  expect(uses(world)).toMatchObject([{ hasSequenced: true }]);
  expect(cellOf(world)?.useCount).toBe(1);
});

test('a corrected flow cell id takes the run from the other cell', async () => {
  const world = buildLoadingWorld();
  const other = buildFlowCell({ flowCellId: 'PBE19507' });
  world.putRow(flowCell, other);
  await importInto(world, { flowCellId: 'PBE19507' });
  await importInto(world);
  expect(uses(world).map(({ cellId }) => cellId)).toEqual([CELL]);
  expect(world.one(flowCell, other.id)?.useCount).toBe(0);
});
