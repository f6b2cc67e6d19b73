import { useEffect, useState } from 'react';
import { useReplica } from './replica-context.tsx';

/** The letter that this device puts on labels it mints; null until it is enrolled. */
export function useOfflineLetter(): string | null {
  const replica = useReplica();
  const [letter, setLetter] = useState<string | null>(null);
  useEffect(() => {
    let shown = true;
    void replica.enrolment().then((enrolment) => {
      if (shown) setLetter(enrolment?.offlineLetter ?? null);
    });
    return () => {
      shown = false;
    };
  }, [replica]);
  return letter;
}
