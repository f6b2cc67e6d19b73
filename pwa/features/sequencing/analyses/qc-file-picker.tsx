import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import type { AnalysisMetrics } from '#db/sequencing/analysis-runs/change-analysis-run.ts';
import { type QcFigures, readQcFile } from '#db/sequencing/analysis-runs/read-qc-file.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { FileDrop } from '#pwa/ui/files/file-drop.tsx';
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
  const readFile = async (file: File): Promise<void> => {
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
    <FileDrop
      label="Drop a file of MultiQC, pycoQC or NanoStat here"
      hint="Drop a file of MultiQC, pycoQC or NanoStat to fill in its figures."
      inputLabel="File of a quality tool"
      accept=".json,.txt,.tsv,.yaml,.yml"
      buttonLabel="Choose file"
      onFile={(file) => void readFile(file)}
    >
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
    </FileDrop>
  );
}
