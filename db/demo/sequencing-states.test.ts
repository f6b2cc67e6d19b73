import { beforeAll, expect, test } from 'vitest';
import { batch } from '#db/batches/batch.ts';
import type { AnyEntity } from '#db/entity.ts';
import { sample } from '#db/samples/sample.ts';
import { ANALYSIS_STATUS_DISPLAY, analysis } from '#db/sequencing/analyses/analysis.ts';
import { ANALYSIS_RUN_STATUS_DISPLAY, analysisRun } from '#db/sequencing/analysis-runs/analysis-run.ts';
import { flowCell } from '#db/sequencing/flow-cells/flow-cell.ts';
import { FLOW_CELL_STATE_DISPLAY, flowCellState } from '#db/sequencing/flow-cells/flow-cell-state.ts';
import { flowCellUse, usesOf } from '#db/sequencing/flow-cells/flow-cell-use.ts';
import { poolMember } from '#db/sequencing/pools/pool-member.ts';
import { batchResult } from '#db/sequencing/runs/batch-result.ts';
import { readTopUp } from '#db/sequencing/runs/read-top-up.ts';
import { RUN_STATUS_DISPLAY } from '#db/sequencing/runs/run-state.ts';
import { type SampleResult, sampleResult } from '#db/sequencing/runs/sample-result.ts';
import type { Transaction } from '#db/transaction.ts';
import { buildDemoLab } from './demo-lab.ts';
import { loadFor, poolLibraries } from './demo-pools.ts';
import { RUNNING } from './demo-runs.ts';
import type { DemoWorld } from './demo-world.ts';

const NOW = '2026-11-21T14:00:00.000Z';
const SETTINGS = { now: NOW, labTimezone: 'America/New_York', passwordHash: 'x', pinHash: 'y' };

/** The target of the service whose samples were sequenced. */
const TARGET = 10e9;

let demo: DemoWorld;
beforeAll(async () => {
  demo = (await buildDemoLab(SETTINGS)).WBL;
});

const read = <T>(of: (tx: Transaction) => Promise<T>): Promise<T> =>
  demo.world.transaction({ at: NOW, userId: null, entity: 'WBL' }, of);
const valuesOf = (entity: AnyEntity, field: string): Set<unknown> =>
  new Set(demo.world.all(entity).map((row: Record<string, unknown>) => row[field]));
const keysOf = (display: object): Set<string> => new Set(Object.keys(display));

test.each([
  ['runs', batchResult, 'runStatus', RUN_STATUS_DISPLAY],
  ['analyses', analysis, 'status', ANALYSIS_STATUS_DISPLAY],
  ['analysis runs', analysisRun, 'status', ANALYSIS_RUN_STATUS_DISPLAY],
] as const)('the demo lab has %s of every status', (_, entity, field, display) => {
  expect(valuesOf(entity, field)).toEqual(keysOf(display));
});

test('the demo lab has flow cells in every state, and claims that are open and decided', async () => {
  const cells = demo.world.all(flowCell);
  const states = await read((tx) =>
    Promise.all(cells.map(async (cell) => flowCellState(cell, await usesOf(tx, cell.id)))),
  );
  expect(new Set(states)).toEqual(keysOf(FLOW_CELL_STATE_DISPLAY));
  expect(valuesOf(flowCell, 'warrantyClaim')).toEqual(new Set(['NONE', 'OPEN', 'ACCEPTED']));
});

test('each run on a flow cell of the lab is linked to its loading', () => {
  const cells = new Set(demo.world.all(flowCell).map(({ flowCellId }) => flowCellId));
  const uses = new Map(demo.world.all(flowCellUse).map((use) => [use.batchResultId, use]));
  for (const { id, flowCellId, positionName } of demo.world.all(batchResult)) {
    expect(cells).toContain(flowCellId);
    expect(uses.get(id)).toMatchObject({ positionName, loadedById: demo.actor('LAB_TECH').userId });
  }
});

/** Return what the runs that count gave for each sample of the completed batches, with its label. */
function sequenced(): (SampleResult & { barcode: string })[] {
  return demo.all(sampleResult).flatMap((row) => {
    const run = demo.world.one(batchResult, row.batchResultId);
    const tube = demo.world.one(sample, row.sampleId);
    const isCounted = run?.qcVerdict !== 'FAIL' && run?.runStatus !== 'IN_PROGRESS';
    return tube && isCounted ? [{ ...row, barcode: tube.barcode }] : [];
  });
}

test('a sample below its target has a proposal for its top-up', async () => {
  const below = sequenced().filter(({ qcStatus }) => qcStatus === 'PENDING');
  expect(below.map(({ cumulativeBases }) => cumulativeBases < TARGET)).toEqual([true]);
  const topUp = await read((tx) => readTopUp(tx, below[0]?.sampleId ?? ''));
  expect(topUp).toMatchObject({ problem: null, proposal: { isEnough: true } });
});

test('a sample that was topped up passes by the sum of its runs', () => {
  const sum = sequenced().filter(
    ({ basesPass, cumulativeBases }) => basesPass < TARGET && cumulativeBases >= TARGET,
  );
  expect(sum.map(({ qcStatus, overriddenById }) => [qcStatus, overriddenById])).toEqual(
    Array(2).fill(['PASS', null]),
  );
  expect(new Set(sum.map(({ specimenId }) => specimenId)).size).toBe(1);
});

test('a failed sample is accepted with a comment', () => {
  const failed = sequenced().filter(({ qcStatus }) => qcStatus === 'FAIL');
  expect(failed).toMatchObject([{ comment: expect.any(String), acceptedAt: expect.any(String) }]);
});

test('of two open batches one has a run that goes on, and the other one is pooled and loaded', async () => {
  const open = demo.world.select(batch, { type: 'SEQUENCING', status: 'IN_PROGRESS' });
  const runs = open.map(({ id }) => demo.world.select(batchResult, { batchId: id }));
  expect(runs.map((rows) => rows.map(({ runStatus }) => runStatus))).toEqual([['IN_PROGRESS'], []]);
  const waitingId = open[1]?.id ?? '';
  expect(demo.world.select(poolMember, { batchId: waitingId })).toEqual([]);
  const pool = await poolLibraries(demo, waitingId, NOW);
  const next = { ...RUNNING, flowCellId: 'PBF20441', positionName: '2B' };
  await loadFor(demo, waitingId, pool, next, NOW);
  expect(demo.world.select(flowCellUse, { batchId: waitingId })).toMatchObject([
    { positionName: '2B', endedAt: null, samples: Array(4).fill({ dnaBarcode: expect.any(String) }) },
  ]);
});
