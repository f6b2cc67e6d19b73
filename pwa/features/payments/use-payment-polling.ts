import { useEffect, useRef, useState } from 'react';

const FIRST_MS = 1_000;
const LATER_MS = 3_000;
const LONG_MS = 45_000;

/** Polls the state of a payment while it is awaited. Returns whether that takes long. */
export function usePaymentPolling(waiting: boolean, refresh: () => Promise<unknown>): boolean {
  const [long, setLong] = useState(false);
  const latest = useRef(refresh);
  latest.current = refresh;
  useEffect(() => {
    setLong(false);
    if (!waiting) return;
    const since = Date.now();
    let timer = 0;
    const scheduleRefresh = (wait: number): void => {
      timer = window.setTimeout(async () => {
        // Offline, the next poll may succeed.
        await latest.current().catch(() => undefined);
        if (timer === 0) return;
        setLong(Date.now() - since > LONG_MS);
        scheduleRefresh(Date.now() - since > 10_000 ? LATER_MS : FIRST_MS);
      }, wait);
    };
    scheduleRefresh(FIRST_MS);
    return () => {
      window.clearTimeout(timer);
      timer = 0;
    };
  }, [waiting]);
  return long;
}
