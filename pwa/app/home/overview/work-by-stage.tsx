import { Link } from '@tanstack/react-router';
import { BATCH_TYPE_FACTS } from '#db/batches/batch.ts';
import { Section } from '#pwa/ui/page.tsx';
import { AGE_BANDS, type StageWork } from './read-overview.ts';

/** One hue: the older, the darker. */
const BAND_STYLES = ['bg-tone-soft border border-tone-line', 'bg-tone-line', 'bg-tone'] as const;

const textOf = ({ waiting, inBatch }: StageWork): string => `${waiting} waiting · ${inBatch} in batches`;

const ageText = ({ ages }: StageWork): string =>
  AGE_BANDS.flatMap(({ label }, band) => (ages[band] ? [`${ages[band]} ${label}`] : [])).join(', ');

function StageBar({ work, maximum }: { work: StageWork; maximum: number }) {
  return (
    <span aria-hidden className="flex h-5 w-full gap-px overflow-hidden rounded-sm bg-sunken">
      {work.ages.map(
        (count, band) =>
          count > 0 && (
            <span
              key={AGE_BANDS[band]?.label}
              className={BAND_STYLES[band]}
              style={{ width: `${(count / maximum) * 100}%` }}
            />
          ),
      )}
    </span>
  );
}

/** Samples in progress by stage, with the time since their receipt; a stage opens its queue. */
export function WorkByStage({ stages, canOpen }: { stages: readonly StageWork[]; canOpen: boolean }) {
  const maximum = Math.max(1, ...stages.map(({ waiting, inBatch }) => waiting + inBatch));
  return (
    <Section title="Work in progress">
      <div data-tone="progress">
        <ul aria-hidden className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-sm">
          {AGE_BANDS.map(({ label }, band) => (
            <li key={label} className="flex items-center gap-2">
              <span className={`size-3 rounded-sm ${BAND_STYLES[band]}`} />
              {label}
            </li>
          ))}
        </ul>
        <ul className="flex flex-col">
          {stages.map((work) => {
            const content = (
              <>
                <span className="flex flex-wrap justify-between gap-x-3">
                  <span className="font-medium">{BATCH_TYPE_FACTS[work.stage].label}</span>
                  <span className="text-ink-soft text-sm tabular-nums">{textOf(work)}</span>
                </span>
                <StageBar work={work} maximum={maximum} />
                <span className="sr-only">{ageText(work)}</span>
              </>
            );
            const className = 'flex min-h-14 flex-col justify-center gap-1 py-1.5';
            return (
              <li key={work.stage}>
                {canOpen ? (
                  <Link
                    to="/lab/queue"
                    search={{ stage: work.stage }}
                    className={`${className} hover:text-accent-ink`}
                  >
                    {content}
                  </Link>
                ) : (
                  <div className={className}>{content}</div>
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </Section>
  );
}
