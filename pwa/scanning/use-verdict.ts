import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Verdict } from '#pwa/ui/scan-verdict.tsx';
import { playErrorUntilAcknowledged, playScanTone } from './scan-sound.ts';

/** The answer to a scan as the screen gives it. */
export interface Said {
  verdict: Verdict;
  title: string;
  code?: string;
  detail?: string;
}

export interface VerdictOfScreen {
  shown: (Said & { n: number }) | null;
  /** Shows the answer and sounds it; an error sounds again until the next answer or an acknowledgement. */
  say(said: Said): void;
  /** Ends the sound of an error. */
  acknowledge(): void;
  forget(): void;
}

/** The one answer of a scan screen: it stays until the next scan. */
export function useVerdict(): VerdictOfScreen {
  const [shown, setShown] = useState<VerdictOfScreen['shown']>(null);
  const stop = useRef<(() => void) | null>(null);
  const count = useRef(0);
  const acknowledge = useCallback(() => {
    stop.current?.();
    stop.current = null;
  }, []);
  useEffect(() => acknowledge, [acknowledge]);
  const say = useCallback(
    (said: Said) => {
      acknowledge();
      count.current += 1;
      if (said.verdict === 'error') stop.current = playErrorUntilAcknowledged();
      else playScanTone(said.verdict);
      setShown({ ...said, n: count.current });
    },
    [acknowledge],
  );
  const forget = useCallback(() => {
    acknowledge();
    setShown(null);
  }, [acknowledge]);
  return useMemo(() => ({ shown, say, acknowledge, forget }), [shown, say, acknowledge, forget]);
}
