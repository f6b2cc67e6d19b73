import { useState } from 'react';
import type { Batch } from '#db/batches/batch.ts';
import { AppError } from '#db/errors/app-error.ts';
import { compareSampleSheet, type SheetDifference } from '#db/sequencing/files/compare-sample-sheet.ts';
import { readRunFile } from '#db/sequencing/files/read-run-file.ts';
import type { SheetProblem } from '#db/sequencing/files/sample-sheet.ts';
import type { SheetSample } from '#db/sequencing/files/write-sample-sheet.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { FileDrop } from '#pwa/ui/files/file-drop.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { SheetProblems } from './sheet-problems.tsx';

type Outcome =
  | { kind: 'compared'; name: string; differences: SheetDifference[]; problems: SheetProblem[] }
  | { kind: 'failed'; message: string };

interface SheetComparisonProps {
  batch: Batch;
  samples: readonly SheetSample[];
}

async function compareFile(file: File, { batch, samples }: SheetComparisonProps): Promise<Outcome> {
  try {
    const read = await readRunFile(file.name, file.stream());
    if (read?.kind !== 'sample-sheet') return { kind: 'failed', message: `${file.name} is no sample sheet.` };
    const { content } = read;
    const differences = compareSampleSheet(content, { julianId: batch.julianId, samples });
    return { kind: 'compared', name: file.name, differences, problems: content.problems };
  } catch (error) {
    if (error instanceof AppError) return { kind: 'failed', message: error.message };
    return { kind: 'failed', message: 'The file could not be read. Choose it again.' };
  }
}

function Differences({ rows }: { rows: readonly SheetDifference[] }) {
  return (
    <div className="overflow-x-auto">
      <table aria-label="Differences to the batch" className="w-full text-left text-sm">
        <thead>
          <tr className="border-line border-b">
            {['Line', 'Column', 'Sheet', 'Batch'].map((name) => (
              <th key={name} scope="col" className="py-2 pr-4">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, column, sheet, batch }) => (
            <tr key={`${line} ${column} ${sheet} ${batch}`} className="border-line border-b">
              <td className="py-2 pr-4">{line ?? '–'}</td>
              <td className="code py-2 pr-4">{column}</td>
              <td className="code py-2 pr-4">{sheet ?? 'Not in the sheet'}</td>
              <td className="code py-2 pr-4">{batch ?? 'Not in the batch'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ComparisonOutcome({ outcome }: { outcome: Outcome }) {
  if (outcome.kind === 'failed') return <Notice tone="danger" title={outcome.message} />;
  const { name, differences, problems } = outcome;
  return (
    <>
      <SheetProblems problems={problems} />
      {differences.length === 0 ? (
        <Notice tone="success" title={`${name} agrees with the batch.`} />
      ) : (
        <>
          <Notice tone="warning" title={`${countOf(differences.length, 'difference')} to the batch`} />
          <Differences rows={differences} />
        </>
      )}
    </>
  );
}

/** Compares a sample sheet that exists with the batch; nothing is changed. */
export function SheetComparison(props: SheetComparisonProps) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  return (
    <FileDrop
      label="Compare a sample sheet"
      hint="Drop a sample sheet to compare it with the batch."
      inputLabel="Sample sheet to compare"
      accept=".csv,text/csv"
      buttonLabel="Compare sheet"
      onFile={(file) => void compareFile(file, props).then(setOutcome)}
    >
      {outcome && (
        <div className="flex w-full min-w-0 flex-col gap-3">
          <ComparisonOutcome outcome={outcome} />
        </div>
      )}
    </FileDrop>
  );
}
