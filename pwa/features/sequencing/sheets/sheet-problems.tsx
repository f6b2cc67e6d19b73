import type { SheetProblem } from '#db/sequencing/files/sample-sheet.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { Notice } from '#pwa/ui/notice.tsx';

const cellOf = ({ line, column }: SheetProblem): string =>
  [line === null ? null : `Line ${line}`, column].filter(Boolean).join(', ');

/** The problems of a sample sheet, by line and column. */
export function SheetProblems({ problems }: { problems: readonly SheetProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <Notice tone="warning" title={`${countOf(problems.length, 'problem')} of the sample sheet`}>
      <ul className="flex flex-col gap-1">
        {problems.map((one) => (
          <li key={`${one.line} ${one.column} ${one.message}`} className="wrap-anywhere">
            <span className="code">{cellOf(one)}</span>
            {cellOf(one) && ': '}
            {one.message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
