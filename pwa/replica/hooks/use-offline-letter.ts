import { useEffect, useState } from 'react';
import { useReplica } from './replica-context.tsx';

/** Return the letter that this device puts on labels it mints; null until it is enrolled. */
export function useOfflineLetter(): string | null {
  const replica = useReplica();
  const [letter, setLetter] = useState<string | null>(null);
  useEffect(() => {
    let isActive = true;
    void replica.enrollment().then((enrollment) => {
      if (isActive) setLetter(enrollment?.offlineLetter ?? null);
    });
    return () => {
      isActive = false;
    };
  }, [replica]);
  return letter;
}
