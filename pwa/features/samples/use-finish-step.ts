import { useCallback, useMemo, useRef, useState } from 'react';

/** How far the question whether to finish has come; the last step is asked when more than half is missing. */
export type FinishStep = 'NONE' | 'FINISH' | 'MISSING';

/** The step that is drawn, and the step as it is now: a scan comes sooner than the page is drawn. */
export function useFinishStep() {
  const [step, setStep] = useState<FinishStep>('NONE');
  const latest = useRef<FinishStep>('NONE');
  const set = useCallback((next: FinishStep) => {
    latest.current = next;
    setStep(next);
  }, []);
  return useMemo(() => ({ step, now: () => latest.current, set }), [step, set]);
}

export type FinishQuestion = ReturnType<typeof useFinishStep>;
