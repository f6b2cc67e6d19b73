import { useEffect, useState } from 'react';
import { useReplica } from './replica-context.tsx';

/** The lab's time zone as this device knows it. */
export function useLabTimezone(): string {
  const replica = useReplica();
  const [timezone, setTimezone] = useState('UTC');
  useEffect(() => {
    let shown = true;
    replica
      .enrolment()
      .then((enrolment) => {
        if (shown && enrolment) setTimezone(enrolment.labTimezone);
      })
      .catch(() => undefined);
    return () => {
      shown = false;
    };
  }, [replica]);
  return timezone;
}
