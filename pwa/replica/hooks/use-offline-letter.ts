import { useEffect, useState } from 'react';
import { useReplica } from './replica-context.tsx';

/** Return the letter that this device puts on labels it mints; null until it is enrolled. */
export function useOfflineLetter(): string | null {
  const replica = useReplica();
  const [offlineLetter, setOfflineLetter] = useState<string | null>(null);
  useEffect(() => {
    let isActive = true;
    void replica.enrollment().then((enrollment) => {
      if (isActive) setOfflineLetter(enrollment?.offlineLetter ?? null);
    });
    return () => {
      isActive = false;
    };
  }, [replica]);
  return offlineLetter;
}
