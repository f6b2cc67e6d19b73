import { batch } from '#db/batches/batch.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { sheetBarcode } from '#db/sequencing/files/barcode-kits.ts';
import { batchResult } from '#db/sequencing/runs/batch-result.ts';
import { importRun } from '#db/sequencing/runs/import-run.ts';
import { type ImportedBarcode, type ImportedRun, totalYield } from '#db/sequencing/runs/imported-run.ts';
import { judgeRun, judgeSampleResult } from '#db/sequencing/runs/judge-run.ts';
import { sampleResult } from '#db/sequencing/runs/sample-result.ts';
import { addSequencer, changeSequencerStatus } from '#db/sequencing/sequencers/manage-sequencers.ts';
import { sequencer } from '#db/sequencing/sequencers/sequencer.ts';
import { putFlowCells } from './demo-flow-cells.ts';
import type { DemoWorld } from './demo-world.ts';

const SEQUENCERS = [
  { name: 'PromethION', model: 'PROMETHION_24', serialNumber: 'PC24B148', hostName: 'promethion-1' },
  { name: 'GridION', model: 'GRIDION', serialNumber: 'GXB02004', hostName: 'gridion-1' },
  { name: 'MinION at the window', model: 'MK1D', serialNumber: 'MN44012', hostName: null },
] as const;

/** Add the instruments and flow cells of the lab; one of the instruments is being serviced. */
async function putSequencers(demo: DemoWorld): Promise<void> {
  if (demo.world.all(sequencer).length > 0) return;
  await putFlowCells(demo);
  for (const form of SEQUENCERS) {
    const sequencerId = demo.id();
    await demo.perform(addSequencer, { sequencerId, form }, 'LAB_MANAGER', demo.ago(80));
    if (form.model === 'GRIDION')
      await demo.perform(
        changeSequencerStatus,
        {
          sequencerId,
          status: 'MAINTENANCE',
          reason: 'The fan is replaced by the manufacturer on Thursday.',
        },
        'LAB_MANAGER',
        demo.ago(2),
      );
  }
}

/** What differs between the runs of the demo lab; figures are like those of real runs of a PromethION. */
interface DemoRun {
  rawState: string;
  stopOrigin: string | null;
  positionName: string;
  flowCellId: string;
  gigabases: number;
  daysAgo: number;
  hours: number;
  pores: number;
  isFinal: boolean;
}

const ABORTED: DemoRun = {
  rawState: 'PROTOCOL_FINISHED_WITH_FLOW_CELL_DISCONNECT',
  stopOrigin: 'the software of the instrument',
  positionName: '1C',
  flowCellId: 'PAU28443',
  gigabases: 2.1,
  daysAgo: 3.4,
  hours: 2,
  pores: 6956,
  isFinal: true,
};
const COMPLETED: DemoRun = {
  rawState: 'PROTOCOL_COMPLETED',
  stopOrigin: 'its end condition: runtime',
  positionName: '1D',
  flowCellId: 'PAG65776',
  gigabases: 74.2,
  daysAgo: 3.3,
  hours: 72,
  pores: 8197,
  isFinal: true,
};
const RUNNING: DemoRun = {
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

/** The run of a second batch. */
const ACCEPTED: DemoRun = { ...COMPLETED, positionName: '3B', flowCellId: 'PAO99309', gigabases: 95.6 };

// The shares of the samples in a pool are never equal.
const SHARES = [1, 0.82, 1.14, 0.93, 1.07, 0.61] as const;

function barcodesOf(samples: readonly Sample[], bases: number): ImportedBarcode[] {
  const shares = samples.map((_, at) => SHARES[at % SHARES.length] ?? 1);
  const sum = shares.reduce((total, share) => total + share, 0);
  return samples.map((row, at) => {
    const basesPass = Math.round((bases * (shares[at] ?? 1)) / sum);
    return {
      barcode: row.dnaBarcode === null ? null : sheetBarcode(row.dnaBarcode),
      alias: row.barcode,
      readsPass: Math.round(basesPass / 16_700),
      readsFail: Math.round(basesPass / 80_000),
      basesPass,
      basesFail: Math.round(basesPass * 0.17),
      estimatedBases: Math.round(basesPass * 1.19),
      n50: { value: 25_856 - at * 640, source: 'basecalled' },
      meanReadLength: 16_700,
      meanQscore: 14.6 - (at % 4) * 0.3,
    };
  });
}

/** A curve that rises ever slower, and pores that wear out, as on real flow cells. */
function plotsOf({ hours, pores }: DemoRun, basesPass: number): ImportedRun['plots'] {
  const points = Array.from({ length: 36 }, (_, at) => (at + 1) / 36);
  const rise = (share: number): number => (1 - Math.exp(-2.2 * share)) / (1 - Math.exp(-2.2));
  return {
    yieldCurve: points.map((share) => ({
      seconds: Math.round(share * hours * 3600),
      basesPass: Math.round(basesPass * rise(share)),
      basesFail: Math.round(basesPass * 0.17 * rise(share)),
      estimatedBases: Math.round(basesPass * 1.19 * rise(share)),
    })),
    poreScans: points.map((share) => ({
      seconds: Math.round(share * hours * 3600),
      available: Math.round(pores * (1 - 0.78 * share)),
    })),
    occupancy: [],
    readLengths: {
      starts: Array.from({ length: 30 }, (_, at) => at * 2000),
      end: 60_000,
      values: Array.from({ length: 30 }, (_, at) =>
        Math.round((basesPass / 12) * Math.exp(-((at - 12) ** 2) / 60)),
      ),
    },
    qscores: {
      starts: Array.from({ length: 24 }, (_, at) => at),
      end: 24,
      values: Array.from({ length: 24 }, (_, at) =>
        Math.round((basesPass / 6) * Math.exp(-((at - 14) ** 2) / 9)),
      ),
    },
    phases: [
      { phase: 'PHASE_INITIALISING', seconds: 0 },
      { phase: 'PHASE_MUX_SCAN', seconds: 600 },
      { phase: 'PHASE_SEQUENCING', seconds: 1500 },
    ].map(({ phase, seconds }) => ({ phase, at: String(seconds), origin: null })),
    warnings: [],
  };
}

function importOf(demo: DemoWorld, run: DemoRun, julianId: string, samples: readonly Sample[]): ImportedRun {
  const bases = Math.round(run.gigabases * 1e9);
  const barcodes = barcodesOf(samples, bases);
  const startMs = Date.parse(demo.ago(run.daysAgo));
  const at = (seconds: number): string => new Date(startMs + seconds * 1000).toISOString();
  const plots = plotsOf(run, bases);
  return {
    minknowRunId: demo.id(),
    acquisitionId: null,
    rawState: run.rawState,
    stopOrigin: run.stopOrigin,
    instrumentSerial: SEQUENCERS[0].serialNumber,
    instrumentProduct: 'PromethION 24',
    positionName: run.positionName,
    flowCellId: run.flowCellId,
    flowCellProductCode: 'FLO-PRO114M',
    kit: 'SQK-NBD114-24',
    experimentId: julianId,
    softwareVersion: '6.2.8',
    startedAt: at(0),
    endedAt: run.isFinal ? at(run.hours * 3600) : null,
    outputPath: null,
    basecalled: true,
    poresAtStart: run.pores,
    yield: totalYield(barcodes),
    n50: { value: 25_856, source: 'basecalled' },
    meanQscore: { value: 14.2, source: 'mean' },
    barcodes,
    plots: { ...plots, phases: plots.phases.map((one) => ({ ...one, at: at(Number(one.at)) })) },
    isFinal: run.isFinal,
    files: [{ name: `report_${run.flowCellId}.json`, kind: 'report', sha256: 'a'.repeat(64) }],
    hashCheck: run.isFinal ? { listed: 482, checked: 482, different: 0, missing: 0, examples: [] } : null,
  };
}

/**
 * Import the runs of a sequencing batch: of the first batch one that failed and one that waits for its verdict, of any
 * other one that passed. Returns the import of a run of the first batch that goes on after its completion.
 */
export async function putRuns(demo: DemoWorld, batchId: string): Promise<() => Promise<void>> {
  await putSequencers(demo);
  const isFirst = demo.world.all(batchResult).length === 0;
  for (const run of isFirst ? [ABORTED, COMPLETED] : [ACCEPTED]) await putRun(demo, batchId, run);
  return async () => {
    if (isFirst) await putRun(demo, batchId, RUNNING);
    await passSamples(demo, demo.world.select(sample, { batchId }));
  };
}

async function putRun(demo: DemoWorld, batchId: string, run: DemoRun): Promise<void> {
  const [row] = demo.world.select(batch, { id: batchId });
  if (row?.type !== 'SEQUENCING') throw new Error('Runs belong to a sequencing batch.');
  const samples = demo.world.select(sample, { batchId });
  const at = demo.ago(Math.max(0.01, run.daysAgo - run.hours / 24));
  await demo.perform(importRun, { batchId, run: importOf(demo, run, row.julianId, samples) }, 'LAB_TECH', at);
  const [imported] = demo.world.select(batchResult, { batchId, flowCellId: run.flowCellId });
  if (!imported || (run !== ABORTED && run !== ACCEPTED)) return;
  const isAccepted = run === ACCEPTED;
  const args = {
    batchResultId: imported.id,
    verdict: isAccepted ? ('PASS' as const) : ('FAIL' as const),
    countsForOrder: isAccepted,
    analyse: isAccepted,
    reason: isAccepted
      ? null
      : 'The flow cell came loose after two hours; the pool was loaded again on another one.',
  };
  await demo.perform(judgeRun, args, 'LAB_MANAGER', at);
}

/** Pass the samples of services without a target, which only a person passes. */
async function passSamples(demo: DemoWorld, samples: readonly Sample[]): Promise<void> {
  for (const { id: sampleId } of samples) {
    const result = demo.world
      .select(sampleResult, { sampleId })
      .findLast(({ qcStatus }) => qcStatus === 'PENDING');
    if (!result) continue;
    const verdict = { verdict: 'PASS' as const, reason: 'Enough reads for this service.' };
    await demo.perform(
      judgeSampleResult,
      { sampleResultId: result.id, ...verdict },
      'LAB_MANAGER',
      demo.ago(0.2),
    );
  }
}
