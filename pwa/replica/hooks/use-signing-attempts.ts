import { useEffect, useState } from 'react';
import { attemptsLeft } from '../signing-key.ts';
import { useReplica } from './replica-context.tsx';

/** How many PINs may still be tried here; null when this device cannot sign for the person, undefined while it is read. */
export function useSigningAttempts(): number | null | undefined {
  const { side } = useReplica().store;
  const [attempts, setAttempts] = useState<number | null>();
  useEffect(() => {
    let isActive = true;
    attemptsLeft(side)
      .then((attemptsRemaining) => isActive && setAttempts(attemptsRemaining))
      // An unreadable store is told of by the page itself.
      .catch(() => {});
    return () => {
      isActive = false;
    };
  }, [side]);
  return attempts;
}
