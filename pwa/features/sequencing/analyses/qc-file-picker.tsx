import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import type { AnalysisMetrics } from '#db/sequencing/analysis-runs/change-analysis-run.ts';
import { type QcFigures, readQcFile } from '#db/sequencing/analysis-runs/read-qc-file.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { Notice } from '#pwa/ui/notice.tsx';

/** A report of MultiQC over many samples is some megabytes. */
const MAX_BYTES = 20_000_000;

type Outcome = { figures: QcFigures; problem: null } | { figures: null; problem: string };

/** A drop zone for the file of a quality tool, which fills the form around it with its figures. */
export function QcFilePicker({
  sampleBarcode,
  onRead,
}: {
  sampleBarcode: string;
  onRead(furtherMetrics: QcFigures['furtherMetrics']): void;
}) {
  const { setValue } = useFormContext<z.input<typeof AnalysisMetrics>>();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const readFile = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    try {
      if (file.size > MAX_BYTES)
        throw new AppError('TOO_LARGE', 'The file is too large. Choose one below 20 MB.');
      const figures = readQcFile(file.name, await file.text(), sampleBarcode);
      for (const name of ['meanCoverage', 'percentAligned'] as const)
        if (figures.metrics[name] !== null)
          setValue(name, figures.metrics[name], { shouldDirty: true, shouldValidate: true });
      onRead(figures.furtherMetrics);
      setOutcome({ figures, problem: null });
    } catch (error) {
      onRead({});
      setOutcome({ figures: null, problem: errorText(error) });
    }
  };
  return (
    <section
      aria-label="Drop a file of MultiQC, pycoQC or NanoStat here"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void readFile(event.dataTransfer.files[0]);
      }}
      className={classNames(
        'flex flex-col items-start gap-3 rounded-lg border border-dashed p-4',
        over ? 'border-accent bg-accent-soft' : 'border-line-strong',
      )}
    >
      <p>Drop a file of MultiQC, pycoQC or NanoStat to fill in its figures.</p>
      <input
        ref={input}
        type="file"
        accept=".json,.txt,.tsv,.yaml,.yml"
        aria-label="File of a quality tool"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          void readFile(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button icon={FileUp} onClick={() => input.current?.click()}>
        Choose file
      </Button>
      {outcome?.problem && <Notice tone="warning" title={outcome.problem} />}
      {outcome?.figures && (
        <Notice tone="success" title={`Figures of ${outcome.figures.tool}`}>
          <ul>
            {Object.entries({ ...outcome.figures.metrics, ...outcome.figures.furtherMetrics }).map(
              ([name, value]) => value !== null && <li key={name}>{`${name}: ${value}`}</li>,
            )}
          </ul>
        </Notice>
      )}
    </section>
  );
}
