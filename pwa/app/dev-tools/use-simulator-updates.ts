import { useEffect, useRef } from 'react';

const REFRESH_MS = 5_000;

/** Polls while the page is visible: simulated events take effect a moment later. */
export function useSimulatorUpdates(read: () => void): void {
  const newest = useRef(read);
  newest.current = read;
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && newest.current(), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
}
