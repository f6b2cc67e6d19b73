import type { ShownDraft } from '#db/ordering/shown-draft.ts';
import { stepsOf, type WizardStep } from '#db/ordering/submit-problems.ts';

/** Titles of the steps. */
export const STEP_TITLE: Record<WizardStep, { mark: string; title: string; lead: string }> = {
  service: { mark: 'Service', title: 'Service', lead: 'What the lab does with your specimens.' },
  details: { mark: 'Details', title: 'Details', lead: 'The project, and how the order is paid.' },
  specimens: { mark: 'Specimens', title: 'Specimens', lead: 'What you send, row by row or as a file.' },
  'data-use': {
    mark: 'Data use',
    title: 'Data use',
    lead: 'What happens to the data and to what is left of the material.',
  },
  shipping: {
    mark: 'Shipping',
    title: 'Shipping',
    lead: 'How the package comes to the lab, and where you are.',
  },
  review: { mark: 'Review', title: 'Review and submit', lead: 'A last look at everything.' },
};

/** Title of a step in this order: a continuing order sends nothing. */
export const titleOf = ({ source }: Pick<ShownDraft, 'source'>, step: WizardStep) =>
  source && step === 'specimens'
    ? { ...STEP_TITLE.specimens, lead: 'The specimens of the earlier order that the work continues with.' }
    : STEP_TITLE[step];

/** The step before or after another of this order; undefined at the ends. */
export function adjacentStep({ order }: Pick<ShownDraft, 'order'>, step: WizardStep, by: 1 | -1) {
  const steps = stepsOf(order);
  return steps[steps.indexOf(step) + by];
}

/** Find the step at which a draft opens: the first with a gap. */
export const firstOpenStep = ({ order, problems }: Pick<ShownDraft, 'order' | 'problems'>): WizardStep =>
  stepsOf(order).find((step) => problems.some((problem) => problem.step === step)) ?? 'review';

/** List what is missing at a step. */
export const problemsAt = ({ problems }: Pick<ShownDraft, 'problems'>, step: WizardStep) =>
  problems.filter((problem) => problem.step === step);
