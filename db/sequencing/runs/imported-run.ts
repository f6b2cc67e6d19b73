import { z } from 'zod';
import { instant, largeCount, text } from '#db/values/field-types.ts';
import { HashCheck } from './hash-check.ts';

const measure = z.strictObject({
  value: z.number().min(0).max(1_000_000_000),
  source: z.enum(['basecalled', 'estimated', 'modal', 'mean']),
});
const histogram = z.strictObject({
  starts: z.array(z.number()).max(200),
  end: z.number(),
  values: z.array(z.number().min(0)).max(200),
});

const Yield = z.strictObject({
  readsPass: largeCount,
  readsFail: largeCount,
  basesPass: largeCount,
  basesFail: largeCount,
  estimatedBases: largeCount,
});

/** The reads of one barcode of a run, as its files name it. */
export const ImportedBarcode = Yield.extend({
  /** `barcode07`, `unclassified`, or null for all reads of a run without barcodes. */
  barcode: text.nullable(),
  /** The name of the sample in the sample sheet; null without one. */
  alias: text.nullable(),
  n50: measure.nullable(),
  meanReadLength: z.number().min(0).nullable(),
  meanQscore: z.number().min(0).max(100).nullable(),
});
export type ImportedBarcode = z.infer<typeof ImportedBarcode>;

/** Return the yield of all barcodes together. */
export function totalYield(barcodes: readonly ImportedBarcode[]): z.infer<typeof Yield> {
  const sum = (key: keyof z.infer<typeof Yield>): number =>
    barcodes.reduce((total, one) => total + one[key], 0);
  return {
    readsPass: sum('readsPass'),
    readsFail: sum('readsFail'),
    basesPass: sum('basesPass'),
    basesFail: sum('basesFail'),
    estimatedBases: sum('estimatedBases'),
  };
}

/** The curves and histograms of a run; they are drawn and never computed with. */
export const RunPlots = z.strictObject({
  yieldCurve: z
    .array(
      z.strictObject({
        seconds: largeCount,
        basesPass: largeCount,
        basesFail: largeCount,
        estimatedBases: largeCount,
      }),
    )
    .max(2000),
  poreScans: z.array(z.strictObject({ seconds: largeCount, available: largeCount })).max(2000),
  occupancy: z.array(z.strictObject({ seconds: largeCount, share: z.number().min(0).max(1) })).max(2000),
  readLengths: histogram.nullable(),
  qscores: histogram.nullable(),
  phases: z.array(z.strictObject({ phase: text, at: text, origin: text.nullable() })).max(2000),
  warnings: z.array(z.strictObject({ at: instant.nullable(), text: z.string().max(10_000) })).max(200),
});
export type RunPlots = z.infer<typeof RunPlots>;

/** A file of which an import consists. */
export const ImportedFile = z.strictObject({
  name: text,
  kind: text,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ImportedFile = z.infer<typeof ImportedFile>;

/** What the files of one run say together. */
export const ImportedRun = z.strictObject({
  /** `protocol_run_id`: the identity of a run, however often its flow cell is used. */
  minknowRunId: z.string().trim().min(1).max(100),
  acquisitionId: text.nullable(),
  rawState: text.nullable(),
  stopOrigin: text.nullable(),
  instrumentSerial: text.nullable(),
  instrumentProduct: text.nullable(),
  positionName: text.nullable(),
  flowCellId: text.nullable(),
  flowCellProductCode: text.nullable(),
  kit: text.nullable(),
  experimentId: text.nullable(),
  softwareVersion: text.nullable(),
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  outputPath: text.nullable(),
  basecalled: z.boolean(),
  poresAtStart: largeCount.nullable(),
  yield: Yield,
  n50: measure.nullable(),
  meanQscore: measure.nullable(),
  barcodes: z.array(ImportedBarcode).max(1000),
  plots: RunPlots,
  /** The final summary is among the files: the instrument has written everything. */
  isFinal: z.boolean(),
  files: z.array(ImportedFile).min(1).max(200),
  /** Null when the files hold no list of hashes. */
  hashCheck: HashCheck.nullable().default(null),
});
export type ImportedRun = z.infer<typeof ImportedRun>;
