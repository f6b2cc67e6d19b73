import type { Sample } from '#db/samples/sample.ts';
import { sheetBarcode } from '#db/sequencing/files/barcode-kits.ts';
import { type ImportedBarcode, type ImportedRun, totalYield } from '#db/sequencing/runs/imported-run.ts';
import type { MINION, PROMETHION } from './demo-sequencers.ts';
import type { DemoWorld } from './demo-world.ts';

/** What differs between the runs of the demo lab; figures are like those of real runs of a PromethION. */
export interface DemoRun {
  sequencer: typeof PROMETHION | typeof MINION;
  rawState: string;
  stopOrigin: string | null;
  positionName: string;
  flowCellId: string;
  gigabases: number;
  daysAgo: number;
  hours: number;
  pores: number;
  isFinal: boolean;
  /** What each sample has of the reads, compared with the others; those of a pool are never equal. */
  shares?: readonly number[];
}

const SHARES = [1, 0.82, 1.14, 0.93, 1.07, 0.61] as const;

function barcodesOf(
  samples: readonly Sample[],
  bases: number,
  sharesOfRun: readonly number[],
): ImportedBarcode[] {
  const shares = samples.map((_, at) => sharesOfRun[at % sharesOfRun.length] ?? 1);
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

/** Return what the files of a run say about it. */
export function importOf(
  demo: DemoWorld,
  run: DemoRun,
  julianId: string,
  samples: readonly Sample[],
): ImportedRun {
  const bases = Math.round(run.gigabases * 1e9);
  const barcodes = barcodesOf(samples, bases, run.shares ?? SHARES);
  const startMs = Date.parse(demo.ago(run.daysAgo));
  const at = (seconds: number): string => new Date(startMs + seconds * 1000).toISOString();
  const plots = plotsOf(run, bases);
  return {
    minknowRunId: demo.id(),
    acquisitionId: null,
    rawState: run.rawState,
    stopOrigin: run.stopOrigin,
    instrumentSerial: run.sequencer.serialNumber,
    instrumentProduct: run.sequencer.product,
    positionName: run.positionName,
    flowCellId: run.flowCellId,
    flowCellProductCode: run.sequencer.cellProduct,
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
