import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Return the path of a click on a plain link, or null when the browser should handle it. */
function internalPath(event: MouseEvent, origin: string): string | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target || link.hasAttribute('download')) return null;
  const url = new URL(link.href);
  if (url.origin !== origin || url.pathname.startsWith('/api/')) return null;
  if (link.getAttribute('href')?.startsWith('#')) return null;
  return url.pathname + url.search + url.hash;
}

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
