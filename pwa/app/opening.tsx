import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { router } from './router.tsx';

// A page that is here sooner is drawn without anything before it.
const EMPTY_MS = 1000;

/** Stands in for the first page while its code, or who is signed in, is slow to come. */
export function Opening() {
  const here = useRouterState({ router, select: ({ resolvedLocation }) => resolvedLocation !== undefined });
  const [late, setLate] = useState(false);
  useEffect(() => {
    const enough = setTimeout(() => setLate(true), EMPTY_MS);
    return () => clearTimeout(enough);
  }, []);
  if (here || !late) return null;
  return (
    <div className="p-6">
      <Skeleton label="Opening Benchside" />
    </div>
  );
}
