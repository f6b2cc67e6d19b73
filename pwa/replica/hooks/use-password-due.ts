import { useEffect, useState } from 'react';
import { passwordDue } from '../password-check.ts';
import { useReplica } from './replica-context.tsx';

const LOOK_MS = 60_000;

/** Must this person enter the password for the next signature? Undefined while it is read. */
export function usePasswordDue(): boolean | undefined {
  const replica = useReplica();
  const [due, setDue] = useState<boolean>();
  useEffect(() => {
    let shown = true;
    const look = (): void => {
      passwordDue(replica)
        .then((found) => shown && setDue(found))
        .catch(() => shown && setDue(true));
    };
    look();
    // A window may stay open beyond the twelve hours.
    const again = setInterval(look, LOOK_MS);
    return () => {
      shown = false;
      clearInterval(again);
    };
  }, [replica]);
  return due;
}
