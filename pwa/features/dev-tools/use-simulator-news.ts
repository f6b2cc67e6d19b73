import { useEffect, useRef } from 'react';

const NEWS_MS = 5_000;

/** Polls while the page is visible: simulated events take effect a moment later. */
export function useSimulatorNews(read: () => void): void {
  const newest = useRef(read);
  newest.current = read;
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && newest.current(), NEWS_MS);
    return () => clearInterval(timer);
  }, []);
}
