import type { FigureRow } from './figure.ts';

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
