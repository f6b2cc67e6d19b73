import { Ban, Check } from 'lucide-react';
import { classNames } from './class-names.ts';
import type { Tone } from './tone.ts';

/** A state that a record passes on its way to the end. */
export interface DetailStep {
  key: string;
  label: string;
  state: 'done' | 'now' | 'stopped' | 'ahead';
}

const DISPLAY: Record<DetailStep['state'], { tone: Tone; text: string }> = {
  done: { tone: 'success', text: 'done' },
  now: { tone: 'progress', text: 'here now' },
  stopped: { tone: 'danger', text: 'ended here' },
  ahead: { tone: 'neutral', text: 'still ahead' },
};

function Mark({ state }: Pick<DetailStep, 'state'>) {
  const Icon = state === 'done' ? Check : state === 'stopped' ? Ban : null;
  return (
    <span
      aria-hidden
      className={classNames(
        'grid size-4 shrink-0 place-items-center rounded-full border',
        state === 'ahead' ? 'border-line-strong' : 'border-tone-line bg-tone-soft text-tone-ink',
      )}
    >
      {Icon ? (
        <Icon size={10} strokeWidth={3} />
      ) : (
        state === 'now' && <span className="size-2 rounded-full bg-tone" />
      )}
    </span>
  );
}

/** The states of a record in their order, the current one marked; bars alone where space is short. */
export function Stepper({ steps, compact }: { steps: readonly DetailStep[]; compact: boolean }) {
  return (
    <ol
      aria-label="Progress"
      className={classNames('flex shrink-0 items-center', compact ? 'gap-0.5' : 'flex-wrap gap-x-4 gap-y-1')}
    >
      {steps.map(({ key, label, state }) => {
        const { tone, text } = DISPLAY[state];
        return (
          <li
            key={key}
            data-tone={tone}
            aria-current={state === 'now' ? 'step' : undefined}
            className={
              compact
                ? classNames(
                    'h-1.5 w-2.5 rounded-full',
                    state === 'ahead' ? 'border border-line-strong' : 'bg-tone',
                  )
                : classNames(
                    'flex items-center gap-1.5 text-sm',
                    state === 'ahead' ? 'text-ink-soft' : state !== 'done' && 'font-semibold',
                  )
            }
          >
            {!compact && <Mark state={state} />}
            <span className={compact ? 'sr-only' : undefined}>
              {label}
              <span className="sr-only">{`, ${text}`}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
