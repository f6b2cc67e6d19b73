import { useEffect, useRef } from 'react';

const REFRESH_MS = 5_000;

/** Reads again while the page is looked at: what a simulator was to tell has been told a moment later. */
export function useSimulatorUpdates(read: () => void): void {
  const newest = useRef(read);
  newest.current = read;
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && newest.current(), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
}
