import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { EMPTY_MS, PageComing } from './page-coming.tsx';
import { router } from './router.tsx';

/** Stands in for the first page while its code, or who is signed in, is slow to come. */
export function Opening() {
  // Once the router draws anything, it also says what is still coming.
  const here = useRouterState({
    router,
    select: ({ resolvedLocation, matches }) => resolvedLocation !== undefined || matches.length > 0,
  });
  const [late, setLate] = useState(false);
  useEffect(() => {
    const enough = setTimeout(() => setLate(true), EMPTY_MS);
    return () => clearTimeout(enough);
  }, []);
  return here || !late ? null : <PageComing label="Opening Benchside" />;
}
