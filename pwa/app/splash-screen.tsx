import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { EMPTY_MS, PendingPage } from './pending-page.tsx';
import { router } from './router.tsx';

/** Stands in for the first page while its code, or who is signed in, is slow to come. */
export function SplashScreen() {
  // Once the router draws anything, it also says what is still coming.
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
