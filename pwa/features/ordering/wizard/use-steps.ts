import { useRef, useState } from 'react';
import type { WizardStep } from '#db/ordering/submit-problems.ts';
import { toast } from '#pwa/ui/toast.tsx';
import { type DraftOperations, errorText } from './use-draft.ts';
import type { Saved } from './use-step-form.ts';

interface StepsProps {
  step: WizardStep;
  /** Where this visit began: what lies before it has been gone through. */
  start: WizardStep;
  operations: DraftOperations;
  /** Are the specimens typed? Their rows stay on this device until they are right. */
  typed: boolean;
  /** All steps of the order. */
  steps: readonly WizardStep[];
  onStep(step: WizardStep): void;
}

/** Going from step to step: each is saved before it is left, and what is missing is told where somebody has been. */
export function useSteps({ step, start, steps, typed, operations, onStep }: StepsProps) {
  const saver = useRef<(() => Promise<Saved>) | null>(null);
  const [busy, setBusy] = useState(false);
  const [visited, setVisited] = useState<ReadonlySet<WizardStep>>(
    () => new Set(steps.slice(0, steps.indexOf(start))),
  );
  // From the review every gap is known, so it is told everywhere.
  const [reviewed, setReviewed] = useState(false);
  if (step === 'review' && !reviewed) setReviewed(true);
  const isVisited = (each: WizardStep): boolean => reviewed || visited.has(each);
  const save = async (): Promise<Saved> => (await saver.current?.()) ?? true;

  const go = async (to: WizardStep): Promise<void> => {
    if (busy || to === step) return;
    setBusy(true);
    const saved = await save();
    setBusy(false);
    if (saved === 'stay') return;
    setVisited((before) => new Set([...before, step]));
    // The way back from rows with faults is always open.
    if (!saved && !(typed && step === 'specimens')) return;
    onStep(to);
    // The price may be another by now, or the service taken off sale.
    if (to === 'review') void operations.refresh().catch(() => undefined);
  };
  const submit = async (): Promise<void> => {
    setBusy(true);
    try {
      if ((await save()) === true) await operations.submit();
    } catch (error) {
      toast.error(errorText(error));
    }
    setBusy(false);
  };
  return { saver, busy, isVisited, go, submit };
}
