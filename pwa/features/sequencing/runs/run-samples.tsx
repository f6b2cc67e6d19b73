import { Link } from '@tanstack/react-router';
import { SAMPLE_RESULT_DISPLAY } from '#db/sequencing/runs/sample-result.ts';
import type { RunSample, ShownRun } from '#db/sequencing/runs/shown-run.ts';
import { formatBases } from '#pwa/format/bases.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { AnalysisBlock } from '../analyses/analysis-block.tsx';
import { formatReads } from './run-text.ts';
import { TopUpButton } from './top-up-button.tsx';
import { YieldBar } from './yield-bar.tsx';

function SampleRow({
  sample,
  onJudge,
}: {
  sample: RunSample;
  onJudge: ((sample: RunSample) => void) | null;
}) {
  const { result, sampleBarcode, targetBases, overriddenBy, topUp, analysisRun, resultFiles } = sample;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
      <span className="w-44 min-w-0">
        <Link
          to="/lab/samples/$id"
          params={{ id: result.sampleId }}
          className="code inline-flex min-h-6 items-center text-accent-ink underline"
        >
          {sampleBarcode}
        </Link>
        <span className="block text-ink-soft text-sm">{result.dnaBarcode ?? 'Without barcode'}</span>
      </span>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 tabular-nums">
        {(
          [
            ['This run', formatBases(result.basesPass)],
            ['Reads', formatReads(result.readsPass)],
            ['N50', result.n50 === null ? '–' : formatBases(result.n50)],
            ['Quality', result.meanQscore === null ? '–' : `Q${Number(result.meanQscore).toFixed(1)}`],
          ] as const
        ).map(([name, value]) => (
          <div key={name}>
            <dt className="text-ink-soft text-sm">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt className="text-ink-soft text-sm">All runs that count</dt>
          <dd>
            <YieldBar cumulativeBases={result.cumulativeBases} targetBases={targetBases} />
          </dd>
        </div>
      </dl>
      <span className="ml-auto flex flex-wrap items-center gap-3">
        <StatusBadge display={SAMPLE_RESULT_DISPLAY[result.qcStatus]} />
        {topUp && <TopUpButton sample={{ ...result, sampleBarcode, targetBases, topUp }} />}
        {onJudge && <Button onClick={() => onJudge(sample)}>{`Decide ${sampleBarcode}`}</Button>}
      </span>
      {analysisRun && (
        <AnalysisBlock run={analysisRun} sampleBarcode={sampleBarcode} resultFiles={resultFiles} />
      )}
      {overriddenBy && (
        <p className="w-full text-ink-soft text-sm">{`Decided by ${overriddenBy}: ${result.verdictReason ?? ''}`}</p>
      )}
    </li>
  );
}

/** What the run gave for each sample, and what belongs to none. */
export function RunSamples({
  shown: { samples, run },
  onJudge,
}: {
  shown: ShownRun;
  onJudge: ((sample: RunSample) => void) | null;
}) {
  return (
    <Section title="Samples">
      {samples.length === 0 && <p className="text-ink-soft">No sample of the batch has reads in this run.</p>}
      <ul aria-label="Samples of the run" className="divide-y divide-line">
        {samples.map((sample) => (
          <SampleRow key={sample.result.id} sample={sample} onJudge={onJudge} />
        ))}
      </ul>
      {run.unassigned.length > 0 && (
        <p className="mt-3 text-ink-soft">
          {`Without a sample: ${run.unassigned
            .map(
              ({ alias, barcode, basesPass }) =>
                `${alias ?? barcode ?? 'all reads'} (${formatBases(basesPass)})`,
            )
            .join(', ')}.`}
        </p>
      )}
    </Section>
  );
}
