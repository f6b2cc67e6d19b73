import { Link } from '@tanstack/react-router';
import { z } from 'zod';
import { readSampleAnalyses } from '#db/api/sequencing/runs.ts';
import { ANALYSIS_RUN_STATUS_DISPLAY } from '#db/sequencing/analysis-runs/analysis-run.ts';
import { SAMPLE_RESULT_DISPLAY } from '#db/sequencing/runs/sample-result.ts';
import type { SampleAnalyses } from '#db/sequencing/runs/shown-run.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { useCall } from '#pwa/api/use-call.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { EvidenceFileButton } from '../results/evidence-columns.tsx';
import { YieldBar } from '../runs/yield-bar.tsx';

const LIMITED_FIGURES: Readonly<Record<string, { label: string; unit: string }>> = {
  meanCoverage: { label: 'Mean coverage', unit: '×' },
  percentAligned: { label: 'Reads aligned', unit: ' %' },
};

/** List the figures that an analysis measured; a pipeline names its further ones itself. */
function figuresOf(metrics: Record<string, unknown>): { name: string; value: string }[] {
  return Object.entries(metrics).flatMap(([name, value]) => {
    const text = z.string().safeParse(value);
    const { label, unit } = LIMITED_FIGURES[name] ?? { label: name, unit: '' };
    return text.success ? [{ name: label, value: `${text.data}${unit}` }] : [];
  });
}

const RunLink = ({ id, label }: { id: string; label: string }) => (
  <Link
    to="/internal/results/$id"
    params={{ id }}
    className="inline-flex min-h-11 items-center text-accent-ink underline md:min-h-7"
  >
    {label}
  </Link>
);

function AnalysisItem({ run }: { run: SampleAnalyses['analysisRuns'][number] }) {
  const figures = figuresOf(run.metrics);
  return (
    <li className="flex flex-col gap-1 py-2">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <RunLink id={run.batchResultId} label={run.analysisName} />
        <StatusBadge display={ANALYSIS_RUN_STATUS_DISPLAY[run.status]} />
        {run.attempt > 1 && <span className="text-ink-soft text-sm">{`run ${run.attempt}`}</span>}
      </span>
      {run.message && <span className="wrap-anywhere text-ink-soft text-sm">{run.message}</span>}
      {figures.length > 0 && (
        <dl className="flex flex-wrap gap-x-6 gap-y-1 tabular-nums">
          {figures.map(({ name, value }) => (
            <div key={name}>
              <dt className="text-ink-soft text-sm">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {run.files.map((file) => (
        <EvidenceFileButton key={file.id} file={file} />
      ))}
    </li>
  );
}

function ResultsOfSample({ sampleId }: { sampleId: string }) {
  const { data, error } = useCall(readSampleAnalyses, { params: { id: sampleId } });
  if (error)
    return (
      <Section title="Sequencing results">
        <Notice tone="danger" title={errorText(error)} />
      </Section>
    );
  if (!data?.result) return null;
  const { result, targetBases, analysisRuns } = data;
  return (
    <Section title="Sequencing results">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 tabular-nums">
        <YieldBar cumulativeBases={result.cumulativeBases} targetBases={targetBases} />
        <StatusBadge display={SAMPLE_RESULT_DISPLAY[result.qcStatus]} />
        <RunLink id={result.batchResultId} label="Open newest run" />
      </div>
      {analysisRuns.length > 0 && (
        <ul aria-label="Analyses" className="mt-2 divide-y divide-line">
          {analysisRuns.map((run) => (
            <AnalysisItem key={run.id} run={run} />
          ))}
        </ul>
      )}
    </Section>
  );
}

/** What sequencing gave for a sample, from the server; renders nothing for a sample without results. */
export const OnlineSampleResults = (props: { sampleId: string }) => (
  <OnlineQueries>
    <ResultsOfSample {...props} />
  </OnlineQueries>
);
