import { Ban, Check, CircleDot, type LucideIcon } from 'lucide-react';
import { formatDate } from '#pwa/format/dates.ts';
import { classNames } from '#pwa/ui/class-names.ts';
import type { Tone } from '#pwa/ui/tone.ts';
import type { Stage } from './specimen-journey.ts';

const STAGE_DISPLAY: Record<Stage['state'], { tone: Tone; icon: LucideIcon | null; label: string }> = {
  done: { tone: 'success', icon: Check, label: 'done' },
  now: { tone: 'progress', icon: CircleDot, label: 'here now' },
  stopped: { tone: 'danger', icon: Ban, label: 'ended here' },
  ahead: { tone: 'neutral', icon: null, label: 'still ahead' },
};

function Step({ stage, last }: { stage: Stage; last: boolean }) {
  const { tone, icon: Icon, label } = STAGE_DISPLAY[stage.state];
  return (
    <li
      aria-current={stage.state === 'now' ? 'step' : undefined}
      className="flex min-w-0 flex-1 items-start gap-3 md:flex-col md:gap-2"
    >
      <span className="flex items-center self-stretch max-md:flex-col md:w-full">
        <span
          data-tone={tone}
          className="grid size-9 shrink-0 place-items-center rounded-full border border-tone-line bg-tone-soft text-tone-ink"
        >
          {Icon && <Icon aria-hidden size={18} />}
        </span>
        {!last && (
          <span
            aria-hidden
            data-tone={tone}
            className={classNames(
              'md:h-0.5 md:flex-1 max-md:min-h-4 max-md:w-0.5 max-md:flex-1',
              stage.state === 'done' ? 'bg-tone' : 'bg-line',
            )}
          />
        )}
      </span>
      <span className="min-w-0 pb-3 md:pr-3 md:pb-0">
        <span className={classNames('block', stage.state === 'ahead' ? 'text-ink-soft' : 'font-semibold')}>
          {stage.label}
          <span className="sr-only">{`, ${label}`}</span>
        </span>
        {stage.at && (
          <span className="block text-ink-soft text-sm tabular-nums">{formatDate(stage.at, 'monthDay')}</span>
        )}
      </span>
    </li>
  );
}

/** The stages from order to results, with the current one marked. */
export function JourneyPicture({ stages }: { stages: readonly Stage[] }) {
  return (
    <ol aria-label="Where it is" className="flex flex-col md:flex-row">
      {stages.map((stage, index) => (
        <Step key={stage.key} stage={stage} last={index === stages.length - 1} />
      ))}
    </ol>
  );
}
