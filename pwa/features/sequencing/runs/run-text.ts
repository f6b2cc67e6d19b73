import { interpretRunState } from '#db/sequencing/runs/run-state.ts';
import { formatBases } from '#pwa/format/bases.ts';
import { formatCompact } from '#pwa/format/numbers.ts';

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
