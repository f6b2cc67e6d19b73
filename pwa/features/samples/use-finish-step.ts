import { useCallback, useMemo, useRef, useState } from 'react';

/** Steps of the question whether to finish; the last is asked when more than half is missing. */
export type FinishStep = 'NONE' | 'FINISH' | 'MISSING';

/** The rendered step, and the current one: a scan can come before the next render. */
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
