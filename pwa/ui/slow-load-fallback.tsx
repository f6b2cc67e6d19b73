import { RotateCw } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** After this a person is told that they need not wait on. */
export const LATE_MS = 10_000;

/**
 * Stands in for a part of the app that is being fetched: what the page shows meanwhile, and when it has not come in time,
 * what to do. A browser asks only once for a file that fails or never comes, so that trying again loads the page again;
 * should the part come after all, it takes this place.
 */
export function SlowLoadFallback({ children, over = false }: { children?: ReactNode; over?: boolean }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const enough = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(enough);
  }, []);
  if (!isLate) return children;
  const notice = (
    <Notice
      tone="warning"
      title="A part of the app has not arrived"
      action={
        <Button icon={RotateCw} onClick={() => location.reload()}>
          Try again
        </Button>
      }
    >
      <p>Check the network, then try again: the page is loaded again. If it arrives, it opens by itself.</p>
    </Notice>
  );
  // What opens over a page has no place in it.
  return over ? <div className="fixed inset-x-3 bottom-3 z-50 mx-auto max-w-lg">{notice}</div> : notice;
}
