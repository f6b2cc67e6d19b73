import { type RefObject, useEffect, useEffectEvent } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import { stepsOf, type WizardStep } from '#db/ordering/drafts/submit-problems.ts';
import type { DraftOperations } from './use-order-draft.ts';

/** Titles of the steps. */
export const STEP_TITLE: Record<WizardStep, { mark: string; title: string; lead: string }> = {
  service: { mark: 'Service', title: 'Service', lead: 'Choose what the lab does.' },
  details: { mark: 'Details', title: 'Details', lead: 'Project and payment.' },
  specimens: { mark: 'Specimens', title: 'Specimens', lead: 'Enter specimens or upload a file.' },
  'data-use': {
    mark: 'Data use',
    title: 'Data use',
    lead: 'Data rights, retention and leftover material.',
  },
  shipping: {
    mark: 'Shipping',
    title: 'Shipping',
    lead: 'Shipping method and address.',
  },
  review: { mark: 'Review', title: 'Review and submit', lead: 'Check the order and submit it.' },
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

/**
 * Result of saving a step: true continues, false is a problem at the step, 'stay' would lose typed values.
 */
export type Saved = boolean | 'stay';

/** Map a failed save to its result: offline the user stays, since the next step could not load either. */
export const savedAfter = (error: unknown): Saved =>
  error instanceof AppError && error.code === 'UNAVAILABLE' ? 'stay' : false;

/** The function that saves a step before it is left. */
export type Saver = RefObject<(() => Promise<Saved>) | null>;

/** Props of every step. */
export interface StepProps {
  draft: ShownDraft;
  operations: DraftOperations;
  saver: Saver;
  /** True to show missing values at their fields. */
  isVisited: boolean;
}

/** Connects a step to the continue button, and saves what can be saved when its page is left. */
export function useSaver(saver: Saver, save: (leaving: boolean) => Promise<Saved>): void {
  const saveNow = useEffectEvent(save);
  useEffect(() => {
    const saveStep = () => saveNow(false);
    // oxlint-disable-next-line react/immutability -- a ref of the wizard, which calls it on Continue
    saver.current = saveStep;
    const hidden = (): void => {
      if (document.visibilityState === 'hidden') void saveNow(true);
    };
    document.addEventListener('visibilitychange', hidden);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      if (saver.current === saveStep) saver.current = null;
      void saveNow(true);
    };
  }, [saver]);
}
