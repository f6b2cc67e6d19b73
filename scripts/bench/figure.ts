import type { Stage } from './stage.ts';

/** One line of the table. */
export interface FigureRow {
  what: string;
  measured: string;
  /** The cost of the same work without the product, in the same run; null where no comparison is possible. */
  floor: string | null;
  ratio: number | null;
  target: string | null;
  /** Null where there is no target. */
  pass: boolean | null;
  /** Further facts that a reader of the figure needs. */
  note?: string;
}

/** A measurement: its name on the command line, and its code. */
export interface Figure {
  id: string;
  run(stage: Stage): Promise<FigureRow[]>;
}

/** Return the value below which a share of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const place = Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * share) - 1));
  return sorted[place] ?? Number.NaN;
}

/** Format milliseconds. */
export const ms = (value: number): string =>
  `${value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en')} ms`;

/** Format the median and the 95th percentile. */
export const p50p95 = (samples: readonly number[]): string =>
  `${ms(percentile(samples, 0.5))} / ${ms(percentile(samples, 0.95))}`;

const HEAD = ['figure', 'measured', 'floor (same run)', 'ratio', 'target', ''] as const;

const mark = (pass: boolean | null): string => (pass === null ? '' : pass ? 'pass' : 'MISSED');

/** Format the rows as one table of plain text that is also Markdown. */
export function tableText(rows: readonly FigureRow[]): string {
  const cells = rows.map((row) => [
    row.what,
    row.measured,
    row.floor ?? '–',
    row.ratio === null ? '–' : row.ratio.toFixed(2),
    row.target ?? '–',
    mark(row.pass),
  ]);
  const widths = HEAD.map((head, column) =>
    Math.max(head.length, ...cells.map((line) => line[column]?.length ?? 0)),
  );
  const line = (texts: readonly string[]): string =>
    `| ${texts.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  const notes = rows.flatMap((row) => (row.note ? [`${row.what}: ${row.note}`] : []));
  return [line(HEAD), rule, ...cells.map(line), ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
}
