import { SAMPLE_RESULT_DISPLAY } from '#db/sequencing/runs/sample-result.ts';
import type { SequencedSample } from '#db/specimens/results/sequenced-sample.ts';
import { formatBases } from '#pwa/format/bases.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { YieldBar } from '../runs/yield-bar.tsx';

const figuresOf = ({ n50, meanQscore, meanCoverage }: SequencedSample): string =>
  [
    n50 !== null && `N50 ${formatBases(n50)}`,
    meanQscore !== null && `Q${Number(meanQscore).toFixed(1)}`,
    meanCoverage !== null && `${Number(meanCoverage).toFixed(1)}× coverage`,
  ]
    .filter(Boolean)
    .join(' · ');

/** What the sequencing gave for each sample of a specimen; renders nothing before it was imported. */
export function SequencedSamples({ samples }: { samples: readonly SequencedSample[] }) {
  if (samples.length === 0) return null;
  return (
    <ul aria-label="Sequencing" className="flex flex-col gap-2 py-1">
      {samples.map((sample) => (
        <li key={sample.sampleId} className="flex flex-col gap-1 text-sm tabular-nums">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="code">{sample.barcode}</span>
            <StatusBadge display={SAMPLE_RESULT_DISPLAY[sample.qcStatus]} />
            <span className="text-ink-soft">{figuresOf(sample)}</span>
          </span>
          <YieldBar cumulativeBases={sample.cumulativeBases} targetBases={sample.targetBases} />
          {sample.comment && <span className="wrap-anywhere">{`On the report: ${sample.comment}`}</span>}
        </li>
      ))}
    </ul>
  );
}
