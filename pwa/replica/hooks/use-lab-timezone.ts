import { useEffect, useState } from 'react';
import { useReplica } from './replica-context.tsx';

/** Return the lab's time zone as this device knows it. */
export function useLabTimezone(): string {
  const replica = useReplica();
  const [timezone, setTimezone] = useState('UTC');
  useEffect(() => {
    let isActive = true;
    replica
      .enrollment()
      .then((enrollment) => {
        if (isActive && enrollment) setTimezone(enrollment.labTimezone);
      })
      .catch(() => undefined);
    return () => {
      isActive = false;
    };
  }, [replica]);
  return timezone;
}
