import { useRef, useState } from 'react';
import type { WizardStep } from '#db/ordering/submit-problems.ts';
import { toast } from '#pwa/ui/toast.tsx';
import { type DraftOperations, errorText } from './use-draft.ts';
import type { Saved } from './use-step-form.ts';

interface StepsProps {
  step: WizardStep;
  /** The step where this visit began: those before it count as visited. */
  start: WizardStep;
  operations: DraftOperations;
  /** True when specimens are typed: their rows stay on this device until they are valid. */
  typed: boolean;
  /** All steps of the order. */
  steps: readonly WizardStep[];
  onStep(step: WizardStep): void;
}

/** Navigates between steps: saves each before it is left, and shows gaps of visited steps. */
export function useSteps({ step, start, steps, typed, operations, onStep }: StepsProps) {
  const saver = useRef<(() => Promise<Saved>) | null>(null);
  const [busy, setBusy] = useState(false);
  const [visited, setVisited] = useState<ReadonlySet<WizardStep>>(
    () => new Set(steps.slice(0, steps.indexOf(start))),
  );
  // The review knows every gap, so all of them are shown.
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
    // The user can always go back from rows with faults.
    if (!saved && !(typed && step === 'specimens')) return;
    onStep(to);
    // The price may have changed meanwhile, or the service may be withdrawn.
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
