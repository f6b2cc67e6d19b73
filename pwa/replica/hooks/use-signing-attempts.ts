import { useEffect, useState } from 'react';
import { attemptsLeft } from '#pwa/replica/signing/sealed-key.ts';
import { useReplica } from './replica-context.tsx';
import { useLoadingPart } from './shown-together.tsx';

/**
 * Return how many PIN attempts are left here; null when this device cannot sign for the user, undefined while
 * it is read.
 */
export function useSigningAttempts(): number | null | undefined {
  const { side } = useReplica().store;
  const [attempts, setAttempts] = useState<number | null>();
  useEffect(() => {
    let isActive = true;
    attemptsLeft(side)
      .then((attemptsRemaining) => isActive && setAttempts(attemptsRemaining))
      // The page itself reports an unreadable store.
      .catch(() => {});
    return () => {
      isActive = false;
    };
  }, [side]);
  useLoadingPart(attempts === undefined);
  return attempts;
}
