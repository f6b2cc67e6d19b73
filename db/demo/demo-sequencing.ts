import { approveBatch } from '#db/batches/approve-batch.ts';
import { completeBatch } from '#db/batches/complete-batch.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { analysisRun } from '#db/sequencing/analysis-runs/analysis-run.ts';
import {
  failAnalysis,
  finishAnalysis,
  startAnalysis,
} from '#db/sequencing/analysis-runs/change-analysis-run.ts';
import { judgeSampleResult } from '#db/sequencing/runs/judge-run.ts';
import { sampleResult } from '#db/sequencing/runs/sample-result.ts';
import { topUpSample } from '#db/sequencing/runs/top-up-sample.ts';
import { acceptFailedSample } from '#db/specimens/results/accept-failed-sample.ts';
import { runBatch } from './demo-bench.ts';
import { washUsedFlowCell } from './demo-flow-cells.ts';
import type { DemoOrder } from './demo-orders.ts';
import { putRuns, RUNNING, TOPPED_UP } from './demo-runs.ts';
import type { DemoWorld } from './demo-world.ts';

/** The libraries of each batch that is open: one whose run goes on, and one that waits to be pooled and loaded. */
const OPEN_LIBRARIES = 4;
const done = { started: true, sections: 9 } as const;

/**
 * Continue the sequencing of an order whose libraries were sequenced: a sample is topped up, one waits for that, and
 * one is accepted although it failed. Libraries of the newest order from DNA fill a batch whose run goes on and one
 * that waits to be loaded.
 */
export async function putSequencing(demo: DemoWorld, orders: readonly DemoOrder[]): Promise<void> {
  const sequenced = demo.select(sample, { stage: 'SEQUENCING', status: 'COMPLETED' });
  await washUsedFlowCell(demo);
  const [first, second, third, belowTarget, failed] = sequenced;
  if (!first || !second || !third || !belowTarget || !failed) return;
  await acceptFailed(demo, failed);
  await topUp(demo, belowTarget);
  for (const row of [first, second, third]) await analyze(demo, row);
  await failFirstAnalysis(demo);
  await putOpenBatches(demo, orders);
}

/** Fail a sample that has its yield, and accept it with a comment for the customer. */
async function acceptFailed(demo: DemoWorld, { id: sampleId }: Sample): Promise<void> {
  const newest = demo.world.select(sampleResult, { sampleId, qcStatus: 'PASS' }).at(-1);
  if (!newest) return;
  const reason = 'A fifth of the reads are bacterial.';
  const verdict = { sampleResultId: newest.id, verdict: 'FAIL', reason } as const;
  await demo.perform(judgeSampleResult, verdict, 'LAB_MANAGER', demo.ago(0.22));
  const comment = 'A fifth of the reads are bacterial; the human reads reach the target without them.';
  await demo.perform(acceptFailedSample, { sampleId, comment }, 'LAB_MANAGER', demo.ago(0.21));
}

/** Load the rest of a library again, until the sum of its runs reaches the target. */
async function topUp(demo: DemoWorld, { id: sampleId, specimenId }: Sample): Promise<void> {
  await demo.perform(topUpSample, { sampleId }, 'LAB_MANAGER', demo.ago(0.27));
  const turnOf = (tube: Sample): number => (tube.specimenId === specimenId ? 0 : 1);
  const stage = { key: 'sequence', name: 'Top-up on the MinION', samples: 1, daysAgo: 0.26, ...done };
  const batchId = await runBatch(demo, stage, turnOf);
  if (!batchId) return;
  await putRuns(demo, batchId, [TOPPED_UP]);
  await demo.perform(completeBatch, { batchId, childSuffixLetter: null }, 'LAB_TECH', demo.ago(0.02));
  await demo.perform(approveBatch, { batchId }, 'LAB_RESEARCH_DIRECTOR', demo.ago(0.015));
}

/** Start the analysis of a sample, and finish it with figures within the limits. */
async function analyze(demo: DemoWorld, { id: sampleId }: Sample): Promise<void> {
  for (const { id: sampleResultId } of demo.world.select(sampleResult, { sampleId }))
    for (const { id: analysisRunId } of demo.world.select(analysisRun, { sampleResultId })) {
      await demo.perform(startAnalysis, { analysisRunId }, 'LAB_MANAGER', demo.ago(0.26));
      const metrics = { meanCoverage: '4.1', percentAligned: '98.6' };
      await demo.perform(finishAnalysis, { analysisRunId, metrics }, 'LAB_MANAGER', demo.ago(0.2));
    }
}

/** Of the analyses that wait, the first fails and the second runs. */
async function failFirstAnalysis(demo: DemoWorld): Promise<void> {
  const [first, second] = demo.select(analysisRun, { status: 'NOT_STARTED' });
  if (!first || !second) return;
  const reason = 'The pipeline ran out of memory.';
  await demo.perform(failAnalysis, { analysisRunId: first.id, reason }, 'LAB_MANAGER', demo.ago(0.18));
  await demo.perform(startAnalysis, { analysisRunId: second.id }, 'LAB_MANAGER', demo.ago(0.015));
}

async function putOpenBatches(demo: DemoWorld, orders: readonly DemoOrder[]): Promise<void> {
  const [newest] = orders
    .filter(({ order, service, inWork }) => order.status === 'RECEIVED' && service.fromDna && !inWork)
    .filter(({ order }) => order.packageType === 'TUBE')
    .sort((one, other) => one.dates.received - other.dates.received);
  if (!newest) return;
  const specimenIds = new Set(newest.specimens.map(({ id }) => id));
  const turnOf = ({ specimenId }: Sample): number => (specimenIds.has(specimenId ?? '') ? 0 : 1);
  const library = { key: 'library', name: 'Barcoding for two runs', samples: 2 * OPEN_LIBRARIES };
  await runBatch(demo, { ...library, daysAgo: 1.2, ...done, completed: true }, turnOf);
  const running = { name: 'Run of this week', daysAgo: 0.65, ...done };
  const waiting = { name: 'To pool and load', daysAgo: 0.12, started: true, sections: 0 };
  const common = { key: 'sequence', samples: OPEN_LIBRARIES };
  const batchId = await runBatch(demo, { ...common, ...running }, turnOf);
  if (batchId) await putRuns(demo, batchId, [RUNNING]);
  await runBatch(demo, { ...common, ...waiting }, turnOf);
}
