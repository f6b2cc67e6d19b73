import type { ShownDraft } from '#db/ordering/shown-draft.ts';
import { WIZARD_STEPS, type WizardStep } from '#db/ordering/submit-problems.ts';

/** How the steps are called. */
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

/** The step before or after another; undefined at the ends. */
export const stepBeside = (step: WizardStep, by: 1 | -1): WizardStep | undefined =>
  WIZARD_STEPS[WIZARD_STEPS.indexOf(step) + by];

/** Where somebody goes on who opens a draft: the first step with something missing. */
export const firstOpenStep = ({ problems }: Pick<ShownDraft, 'problems'>): WizardStep =>
  WIZARD_STEPS.find((step) => problems.some((problem) => problem.step === step)) ?? 'review';

/** What is missing at a step. */
export const problemsAt = ({ problems }: Pick<ShownDraft, 'problems'>, step: WizardStep) =>
  problems.filter((problem) => problem.step === step);
