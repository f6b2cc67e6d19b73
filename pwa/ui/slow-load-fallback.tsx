import { RotateCw } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** After this time the user is told not to keep waiting. */
export const LATE_MS = 10_000;

/**
 * The fallback for a part of the app that is loading: the page's loading state, and after a timeout advice
 * what to do. A browser requests a failed or missing file only once, so a retry reloads the page; if the part
 * arrives after all, it replaces the fallback.
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
  // A part that opens over a page has no area of its own.
  return over ? <div className="fixed inset-x-3 bottom-3 z-50 mx-auto max-w-lg">{notice}</div> : notice;
}
