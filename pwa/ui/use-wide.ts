import { useSyncExternalStore } from 'react';

const WIDE = '(min-width: 768px)';

function subscribe(changed: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Check for a width from 768 px: tables and a fixed sidebar; below it cards and a drawer. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
}
