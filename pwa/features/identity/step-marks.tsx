import { Check } from 'lucide-react';
import { ACCOUNT_STEPS } from './account-steps.ts';

/** The current step among all; earlier ones are done. */
export function StepMarks({ step }: { step: number }) {
  return (
    <ol className="mb-6 grid grid-cols-4 gap-2" aria-label="Steps">
      {ACCOUNT_STEPS.map(({ mark }, place) => (
        <li key={mark} aria-current={place === step ? 'step' : undefined} className="min-w-0">
          <span
            aria-hidden
            className={`mb-1.5 block h-1 rounded-full ${place <= step ? 'bg-accent' : 'bg-sunken'}`}
          />
          <span
            className={`flex items-center gap-1 text-xs sm:text-sm ${place === step ? 'font-semibold text-ink' : 'text-ink-soft'}`}
          >
            {place < step && <Check aria-hidden size={14} className="shrink-0 max-sm:hidden" />}
            <span className="truncate">{mark}</span>
            {place < step && <span className="sr-only">, done</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
