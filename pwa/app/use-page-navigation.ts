import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { internalPath } from './internal-links.ts';

/** Lets plain links move inside the app, and puts the focus on the heading of a page that was gone to. */
export function usePageNavigation(): void {
  const router = useRouter();
  useEffect(() => {
    const follow = (event: MouseEvent): void => {
      const path = internalPath(event, location.origin);
      if (path === null) return;
      event.preventDefault();
      router.history.push(path);
    };
    document.addEventListener('click', follow);
    const stop = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return;
      const target = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('page');
      target?.focus({ preventScroll: true });
    });
    return () => {
      document.removeEventListener('click', follow);
      stop();
    };
  }, [router]);
}
