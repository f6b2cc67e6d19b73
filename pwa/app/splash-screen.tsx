import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { EMPTY_MS, PendingPage } from './pending-page.tsx';
import { router } from './router.tsx';

/** The placeholder of the first page while its code or the session is slow to load. */
export function SplashScreen() {
  // Once the router renders, it shows loading states itself.
  const isRouted = useRouterState({
    router,
    select: ({ resolvedLocation, matches }) => resolvedLocation !== undefined || matches.length > 0,
  });
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const enough = setTimeout(() => setLate(true), EMPTY_MS);
    return () => clearTimeout(enough);
  }, []);
  return isRouted || !isLate ? null : <PendingPage label="Opening Benchside" />;
}
