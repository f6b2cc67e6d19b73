import { interpretRunState } from '#db/sequencing/runs/run-state.ts';
import { formatCompact } from '#pwa/format/numbers.ts';

const STEPS = [
  { size: 1e9, unit: 'Gb' },
  { size: 1e6, unit: 'Mb' },
  { size: 1e3, unit: 'kb' },
] as const;

/** Format bases: 74,167,499,060 is `74.17 Gb`. */
export function formatBases(bases: number): string {
  const step = STEPS.find(({ size }) => bases >= size);
  return step
    ? `${(bases / step.size).toFixed(bases >= step.size * 100 ? 1 : 2)} ${step.unit}`
    : `${bases} b`;
}

/** Format bases for an axis, in whole numbers and without a blank, so that a label stays on its line. */
export function formatBasesShort(bases: number): string {
  const step = STEPS.find(({ size }) => bases >= size);
  return step ? `${Math.round((bases / step.size) * 10) / 10}${step.unit}` : String(bases);
}

/** Format the yield of a run; without basecalling it is the estimate, and says so. */
export const formatYield = (row: {
  basecalled: boolean;
  basesPass: number;
  estimatedBases: number;
}): string =>
  row.basecalled ? formatBases(row.basesPass) : `${formatBases(row.estimatedBases)} (estimated)`;

/** Format a number of reads. */
export const formatReads = (reads: number): string => formatCompact(reads);

/** Explain the state of a run; a final summary without a report says that the run ended, and not how. */
export const explainRun = ({ rawState, isFinal }: { rawState: string | null; isFinal: boolean }): string =>
  rawState === null && isFinal
    ? 'The run has ended, and its files do not say how.'
    : interpretRunState(rawState).explanation;

/** Format the time of a run: `72 h 6 min`. */
export function formatRunTime(startedAt: string | null, endedAt: string | null, now: number): string | null {
  if (startedAt === null) return null;
  const minutes = Math.max(
    0,
    Math.round(((endedAt === null ? now : Date.parse(endedAt)) - Date.parse(startedAt)) / 60_000),
  );
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
