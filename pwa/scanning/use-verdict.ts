import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Verdict } from '#pwa/ui/scan-verdict.tsx';
import { playErrorUntilAcknowledged, playScanTone } from './scan-sound.ts';

/** The verdict of a screen on a scan. */
export interface ScanFeedback {
  verdict: Verdict;
  title: string;
  code?: string;
  detail?: string;
}

export interface VerdictOfScreen {
  current: (ScanFeedback & { n: number }) | null;
  /**
   * Shows the verdict and plays its sound; an error sounds again until the next verdict or an
   * acknowledgement.
   */
  show(feedback: ScanFeedback): void;
  /** Stops the sound of an error. */
  acknowledge(): void;
  forget(): void;
}

/** Keep the one verdict of a scan screen: it stays until the next scan. */
export function useVerdict(): VerdictOfScreen {
  const [current, setShown] = useState<VerdictOfScreen['current']>(null);
  const stop = useRef<(() => void) | null>(null);
  const count = useRef(0);
  const acknowledge = useCallback(() => {
    stop.current?.();
    stop.current = null;
  }, []);
  useEffect(() => acknowledge, [acknowledge]);
  const show = useCallback(
    (feedback: ScanFeedback) => {
      acknowledge();
      count.current += 1;
      if (feedback.verdict === 'error') stop.current = playErrorUntilAcknowledged();
      else playScanTone(feedback.verdict);
      setShown({ ...feedback, n: count.current });
    },
    [acknowledge],
  );
  const forget = useCallback(() => {
    acknowledge();
    setShown(null);
  }, [acknowledge]);
  return useMemo(() => ({ current, show, acknowledge, forget }), [current, show, acknowledge, forget]);
}
