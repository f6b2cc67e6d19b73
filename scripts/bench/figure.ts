import type { Stage } from './stage.ts';

/** One line of the table. */
export interface FigureRow {
  what: string;
  measured: string;
  /** What the bare thing costs in the same run, or null where nothing can be compared. */
  floor: string | null;
  ratio: number | null;
  target: string | null;
  /** Null where there is no target. */
  pass: boolean | null;
  /** What else one must know to read the figure. */
  note?: string;
}

/** Something that is measured: its name on the command line, and how. */
export interface Figure {
  id: string;
  run(stage: Stage): Promise<FigureRow[]>;
}

/** The value below which a share of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const place = Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1));
  return sorted[place] ?? Number.NaN;
}

/** Milliseconds as a person reads them. */
export const ms = (value: number): string =>
  `${value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en')} ms`;

/** The middle and the 95th of a hundred. */
export const p50p95 = (samples: readonly number[]): string =>
  `${ms(percentile(samples, 0.5))} / ${ms(percentile(samples, 0.95))}`;
