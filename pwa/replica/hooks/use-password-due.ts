import { useEffect, useState } from 'react';
import { passwordDue } from '#pwa/replica/signing/password-check.ts';
import { useReplica } from './replica-context.tsx';

const CHECK_INTERVAL_MS = 60_000;

/** Check whether this user must enter the password for the next signature; undefined while it is read. */
export function usePasswordDue(): boolean | undefined {
  const replica = useReplica();
  const [due, setDue] = useState<boolean>();
  useEffect(() => {
    let isActive = true;
    const checkPasswordDue = (): void => {
      passwordDue(replica)
        .then((isDue) => isActive && setDue(isDue))
        .catch(() => isActive && setDue(true));
    };
    checkPasswordDue();
    // A window may stay open longer than the twelve hours.
    const timer = setInterval(checkPasswordDue, CHECK_INTERVAL_MS);
    return () => {
      isActive = false;
      clearInterval(timer);
    };
  }, [replica]);
  return due;
}
