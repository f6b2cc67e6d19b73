import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { CONTROL_TYPE_LABEL, CONTROL_TYPES, type ControlType } from '#db/batches/batch-control.ts';
import { missingControls, requiredControls } from '#db/batches/layout/plate-layout.ts';
import { countOf } from '#pwa/format/numbers.ts';
import type { BatchView } from './batch-view.ts';

/** One requirement of an action. */
interface Check {
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

const placedText = (n: number, type: ControlType): string =>
  `${n} ${CONTROL_TYPE_LABEL[type].label.toLowerCase()}${n === 1 ? '' : 's'} placed`;

/** List the requirements for starting a batch. */
export function startChecks(view: BatchView): Check[] {
  const { procedure, samples, controls, startProblem } = view;
  const placedCount = samples.filter((row) => row.plateLocation !== null).length;
  const hasEnoughSamples = placedCount >= procedure.minSamples;
  const required = requiredControls(procedure);
  const missing = missingControls(
    required,
    controls.map((row) => row.controlType),
  );
  const controlChecks = CONTROL_TYPES.filter((type) => required[type] > 0).map((type): Check => {
    const n = missing.filter((one) => one === type).length;
    return n > 0
      ? { state: 'problem', text: `Place ${n} ${CONTROL_TYPE_LABEL[type].pluralLabel}.` }
      : { state: 'done', text: placedText(required[type], type) };
  });
  const messages = [
    ...(hasEnoughSamples ? [] : [`Place at least ${procedure.minSamples} samples.`]),
    ...controlChecks.map((check) => check.text),
  ];
  const otherProblem = startProblem !== null && !messages.includes(startProblem) ? startProblem : null;
  return [
    hasEnoughSamples
      ? { state: 'done', text: `${countOf(placedCount, 'sample')} placed` }
      : { state: 'problem', text: `Place at least ${procedure.minSamples} samples.` },
    ...controlChecks,
    ...(otherProblem === null ? [] : [{ state: 'problem' as const, text: otherProblem }]),
  ];
}

/** List the requirements for completing a batch, each guard once, as the rule words it. */
export function completionChecks(view: BatchView): Check[] {
  const done = view.sections.filter((one) => one.status === 'COMPLETED').length;
  const sections: Check =
    done === view.sections.length
      ? {
          state: 'done',
          text: done === 1 ? 'The section is completed' : `All ${done} sections are completed`,
        }
      : { state: 'open', text: `${done} of ${view.sections.length} sections complete` };
  const otherProblems = view.completionProblems.filter((text) => text !== 'All sections must be completed.');
  const doneChecks: Check[] =
    otherProblems.length === 0
      ? [{ state: 'done', text: 'No open conflict, no failed control, no value missing' }]
      : [];
  return [sections, ...otherProblems.map((text): Check => ({ state: 'problem', text })), ...doneChecks];
}
