import { useEffect, useState } from 'react';

const RENEWED_MS = 60_000;

/** Return the time in milliseconds, renewed every minute, because a page at the bench stays open for hours. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), RENEWED_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
