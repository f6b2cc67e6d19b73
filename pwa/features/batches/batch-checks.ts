import { CONTROL_TYPE_LABEL, CONTROL_TYPES, type ControlType } from '#db/batches/control-type.ts';
import { missingControls, requiredControls } from '#db/batches/plate-layout.ts';
import { countOf } from '#pwa/format/counts.ts';
import type { BatchView } from './batch-view.ts';
import type { Check } from './checklist.tsx';

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
      : { state: 'open', text: `All sections must be completed. ${done} of ${view.sections.length} are.` };
  const otherProblems = view.completionProblems.filter((text) => text !== 'All sections must be completed.');
  const doneChecks: Check[] =
    otherProblems.length === 0
      ? [{ state: 'done', text: 'No open conflict, no failed control, no value missing' }]
      : [];
  return [sections, ...otherProblems.map((text): Check => ({ state: 'problem', text })), ...doneChecks];
}
