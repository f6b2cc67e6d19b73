import { Check, CircleAlert } from 'lucide-react';
import type { ShownDraft } from '#db/ordering/shown-draft.ts';
import { stepsOf, type WizardStep } from '#db/ordering/submit-problems.ts';
import { problemsAt, STEP_TITLE } from './wizard-steps.ts';

interface StepMarksProps {
  draft: ShownDraft;
  step: WizardStep;
  /** Steps whose gaps are shown: those that the user has visited. */
  isVisited: (step: WizardStep) => boolean;
  onStep(step: WizardStep): void;
}

function Mark({ missing, isVisited }: { missing: number; isVisited: boolean }) {
  if (!isVisited) return null;
  return missing > 0 ? (
    <span data-tone="warning" className="text-tone-ink">
      <CircleAlert aria-hidden size={16} className="max-sm:size-3.5" />
    </span>
  ) : (
    <Check aria-hidden size={16} className="shrink-0 text-accent-ink max-sm:size-3.5" />
  );
}

/** The steps of an order: the current one, complete ones, and those with gaps. */
export function StepMarks({ draft, step, isVisited, onStep }: StepMarksProps) {
  const steps = stepsOf(draft.order);
  return (
    <nav aria-label="Steps of the order">
      <ol className="grid grid-cols-3 gap-x-1.5 gap-y-1 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none">
        {steps.map((each, place) => {
          const missing = problemsAt(draft, each).length;
          const isHere = each === step;
          return (
            <li key={each} className="min-w-0">
              <button
                type="button"
                aria-current={isHere ? 'step' : undefined}
                onClick={() => onStep(each)}
                className="flex min-h-11 w-full min-w-0 flex-col justify-center gap-1.5 rounded-sm text-left"
              >
                <span
                  aria-hidden
                  className={`block h-1 w-full rounded-full ${isHere || (isVisited(each) && missing === 0) ? 'bg-accent' : 'bg-line-strong'}`}
                />
                <span
                  className={`flex max-w-full items-center gap-0.5 text-sm sm:gap-1 ${isHere ? 'font-semibold text-ink' : 'text-ink-soft'}`}
                >
                  <span className="truncate max-sm:tracking-tight">{`${place + 1}. ${STEP_TITLE[each].mark}`}</span>
                  <Mark missing={missing} isVisited={isVisited(each)} />
                  {isVisited(each) && (
                    <span className="sr-only">{missing > 0 ? `, ${missing} missing` : ', complete'}</span>
                  )}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
