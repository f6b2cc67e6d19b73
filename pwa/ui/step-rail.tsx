import { Check } from 'lucide-react';
import { classNames } from './class-names.ts';
import { useRoomy } from './use-wide.ts';

export interface RailStep {
  id: string;
  order: number;
  title: string;
  /** How many required values are not recorded. */
  missing: number;
  done: boolean;
}

interface StepRailProps {
  label: string;
  steps: readonly RailStep[];
  onOpen(id: string): void;
}

/** The state of a step as a sign: a tick, else its number. */
function StepSign({ step }: { step: RailStep }) {
  const tone = step.done ? 'success' : step.missing > 0 ? 'warning' : 'neutral';
  return (
    <span
      data-tone={tone}
      className="grid size-6 shrink-0 place-items-center rounded-full border border-tone-line bg-tone-soft font-semibold text-tone-ink text-xs tabular-nums"
    >
      {step.done ? <Check aria-hidden size={14} strokeWidth={3} /> : step.order}
    </span>
  );
}

const stateText = ({ done, missing }: RailStep): string =>
  done ? 'complete' : missing > 0 ? `${missing} missing` : 'open';

/** The steps of a run with what is missing: a column where there is room, else a line of chips. */
export function StepRail({ label, steps, onOpen }: StepRailProps) {
  const roomy = useRoomy();
  return (
    <nav aria-label={label} className={roomy ? 'sticky top-18 w-52 shrink-0' : 'min-w-0'}>
      <ol className={roomy ? 'flex flex-col gap-1' : 'flex gap-1 overflow-x-auto pb-1'}>
        {steps.map((step) => (
          <li key={step.id} className={roomy ? '' : 'shrink-0'}>
            <button
              type="button"
              onClick={() => onOpen(step.id)}
              aria-label={`Step ${step.order}, ${step.title}: ${stateText(step)}`}
              className={classNames(
                'flex min-h-control w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover',
                !roomy && 'border border-line bg-surface',
              )}
            >
              <StepSign step={step} />
              <span className={roomy ? 'min-w-0 flex-1' : 'max-w-36 truncate text-sm'}>{step.title}</span>
              {step.missing > 0 && (
                <span data-tone="warning" className="font-semibold text-sm text-tone-ink tabular-nums">
                  {roomy ? `${step.missing} missing` : step.missing}
                </span>
              )}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
