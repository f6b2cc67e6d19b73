import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { internalPath } from './internal-links.ts';

/** Handle plain links inside the app, and focus the heading of a page after navigation. */
export function usePageNavigation(): void {
  const router = useRouter();
  useEffect(() => {
    const follow = (event: MouseEvent): void => {
      const path = internalPath(event, location.origin);
      if (path === null) return;
      event.preventDefault();
      router.history.push(path);
    };
    // A dialog stops the propagation of its clicks, so they are caught in the capture phase; otherwise each
    // would reload the app.
    const followInWindow = (event: MouseEvent): void => {
      if (event.target instanceof Element && event.target.closest('[role="dialog"]')) follow(event);
    };
    document.addEventListener('click', follow);
    document.addEventListener('click', followInWindow, true);
    const stop = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return;
      const target = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('page');
      target?.focus({ preventScroll: true });
    });
    return () => {
      document.removeEventListener('click', follow);
      document.removeEventListener('click', followInWindow, true);
      stop();
    };
  }, [router]);
}
