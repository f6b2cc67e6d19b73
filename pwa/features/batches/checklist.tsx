import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** One requirement of an action. */
export interface Check {
  text: ReactNode;
  state: 'done' | 'open' | 'problem';
}

const STATE_DISPLAY = {
  done: { icon: CircleCheck, tone: 'success', stateText: 'Done' },
  open: { icon: CircleDashed, tone: 'neutral', stateText: 'Open' },
  problem: { icon: TriangleAlert, tone: 'warning', stateText: 'Missing' },
} as const;

/** The requirements of the next step, each with icon, color and text. */
export function Checklist({ label, checks }: { label: string; checks: readonly Check[] }) {
  return (
    <ul aria-label={label} className="flex flex-col gap-1.5">
      {checks.map((check, at) => {
        const { icon: Icon, tone, stateText } = STATE_DISPLAY[check.state];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the checks have no other name and keep their order
          <li key={at} data-tone={tone} className="flex items-start gap-2">
            <Icon aria-hidden size={20} className="mt-0.5 shrink-0 text-tone-ink" />
            <span className="sr-only">{stateText}: </span>
            <span className="min-w-0">{check.text}</span>
          </li>
        );
      })}
    </ul>
  );
}
