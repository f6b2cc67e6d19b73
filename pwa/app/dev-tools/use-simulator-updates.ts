import { useEffect, useEffectEvent } from 'react';

const REFRESH_MS = 5_000;

/** Polls while the page is visible: simulated events take effect a moment later. */
export function useSimulatorUpdates(read: () => void): void {
  const refresh = useEffectEvent(read);
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && refresh(), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
}
