import { batch } from '#db/batches/batch.ts';
import { sample } from '#db/samples/sample.ts';
import { batchResult } from '#db/sequencing/runs/batch-result.ts';
import { importRun } from '#db/sequencing/runs/import-run.ts';
import { judgeRun } from '#db/sequencing/runs/judge-run.ts';
import { loadFor, poolLibraries } from './demo-pools.ts';
import { type DemoRun, importOf } from './demo-run-figures.ts';
import { MINION, PROMETHION } from './demo-sequencers.ts';
import type { DemoWorld } from './demo-world.ts';

/** A run of the demo lab, with the verdict of the lab manager if there is one. */
interface JudgedRun extends DemoRun {
  verdict?: { verdict: 'PASS' | 'PARTIAL' | 'FAIL'; reason: string | null };
}

const ABORTED: JudgedRun = {
  sequencer: PROMETHION,
  rawState: 'PROTOCOL_FINISHED_WITH_FLOW_CELL_DISCONNECT',
  stopOrigin: 'the software of the instrument',
  positionName: '1C',
  flowCellId: 'PAU28443',
  gigabases: 2.1,
  daysAgo: 3.4,
  hours: 2,
  pores: 6956,
  isFinal: true,
  verdict: {
    verdict: 'FAIL',
    reason: 'The flow cell came loose after two hours; the pool was loaded again on another one.',
  },
};
const COMPLETED: JudgedRun = {
  sequencer: PROMETHION,
  rawState: 'PROTOCOL_COMPLETED',
  stopOrigin: 'its end condition: runtime',
  positionName: '1D',
  flowCellId: 'PAG65776',
  gigabases: 74.2,
  daysAgo: 3.3,
  hours: 72,
  pores: 8197,
  isFinal: true,
  // The fourth and the last sample stay below their target.
  shares: [1, 0.82, 1.14, 0.53, 1.07, 0.41],
};
const DISK_FULL: JudgedRun = {
  ...COMPLETED,
  rawState: 'PROTOCOL_FINISHED_WITH_ERROR_NO_DISK_SPACE',
  stopOrigin: 'the software of the instrument',
  positionName: '3A',
  flowCellId: 'PAI41108',
  gigabases: 38.2,
  daysAgo: 3.4,
  hours: 19,
  pores: 7262,
  shares: [1, 0.82, 1.14, 0.93, 1.07, 0.61],
  verdict: { verdict: 'PARTIAL', reason: 'The disk was full after 19 hours; the reads until then are good.' },
};
const ACCEPTED: JudgedRun = {
  ...DISK_FULL,
  rawState: 'PROTOCOL_COMPLETED',
  stopOrigin: 'its end condition: runtime',
  positionName: '3B',
  flowCellId: 'PAO99309',
  gigabases: 151.4,
  daysAgo: 3.3,
  hours: 72,
  pores: 8044,
  verdict: { verdict: 'PASS', reason: null },
};
/** The run on the rest of one library, which a person stopped at its target. */
export const TOPPED_UP: JudgedRun = {
  sequencer: MINION,
  rawState: 'PROTOCOL_STOPPED_BY_USER',
  stopOrigin: 'a person',
  positionName: MINION.serialNumber,
  flowCellId: 'FBA51200',
  gigabases: 2.9,
  daysAgo: 0.24,
  hours: 5,
  pores: 1344,
  isFinal: true,
  verdict: { verdict: 'PASS', reason: 'Stopped when the target was reached.' },
};
/** The run that goes on. */
export const RUNNING: JudgedRun = {
  sequencer: PROMETHION,
  rawState: 'PROTOCOL_RUNNING',
  stopOrigin: null,
  positionName: '2A',
  flowCellId: 'PBE19507',
  gigabases: 18.6,
  daysAgo: 0.6,
  hours: 14,
  pores: 7344,
  isFinal: false,
};

/** Load the libraries of a batch for each run, one after the other, and import the runs. */
export async function putRuns(demo: DemoWorld, batchId: string, runs: readonly JudgedRun[]): Promise<void> {
  const [first] = runs;
  if (!first) return;
  const tube = await poolLibraries(demo, batchId, demo.ago(first.daysAgo + 0.02));
  for (const run of runs) {
    await loadFor(demo, batchId, tube, run, demo.ago(run.daysAgo + 0.01));
    await putRun(demo, batchId, run);
  }
}

/** Put the runs of a finished batch: the first two attempts of the home entity, or those of clinical samples. */
export const putFinishedRuns = (demo: DemoWorld, batchId: string): Promise<void> =>
  putRuns(demo, batchId, demo.home === demo ? [ABORTED, COMPLETED] : [DISK_FULL, ACCEPTED]);

async function putRun(demo: DemoWorld, batchId: string, run: JudgedRun): Promise<void> {
  const [row] = demo.world.select(batch, { id: batchId });
  if (row?.type !== 'SEQUENCING') throw new Error('Runs belong to a sequencing batch.');
  const samples = demo.world.select(sample, { batchId });
  const at = demo.ago(Math.max(0.01, run.daysAgo - run.hours / 24));
  await demo.perform(importRun, { batchId, run: importOf(demo, run, row.julianId, samples) }, 'LAB_TECH', at);
  const [imported] = demo.world.select(batchResult, { batchId, flowCellId: run.flowCellId });
  if (!imported || !run.verdict) return;
  const counts = run.verdict.verdict !== 'FAIL';
  const args = { batchResultId: imported.id, ...run.verdict, countsForOrder: counts, analyse: counts };
  await demo.perform(judgeRun, args, 'LAB_MANAGER', at);
}
