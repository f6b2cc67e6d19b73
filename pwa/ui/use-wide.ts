import { useSyncExternalStore } from 'react';

const WIDE = '(min-width: 768px)';
const ROOMY = '(min-width: 1100px)';

const subscribeTo =
  (media: string) =>
  (changed: () => void): (() => void) => {
    const query = matchMedia(media);
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  };
const subscribeToWide = subscribeTo(WIDE);
const subscribeToRoomy = subscribeTo(ROOMY);

/** Check for a width from 768 px: tables and a fixed rail of icons; below it cards and a drawer. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribeToWide, () => matchMedia(WIDE).matches);
}

/** Check for a width from 1100 px, which has room for the side menu in words. */
export function useRoomy(): boolean {
  return useSyncExternalStore(subscribeToRoomy, () => matchMedia(ROOMY).matches);
}
