import { useEffect } from 'react';

const CHECKS_MS = [100, 600];

/** Check whether no element has the focus, so that the next key would go to the page as a whole. */
const isLost = (): boolean =>
  (document.activeElement === null || document.activeElement === document.body) &&
  document.querySelector('[role=dialog]') === null;

function recover(): void {
  if (!isLost()) return;
  const next =
    document.querySelector<HTMLElement>('main [data-scan-field]') ??
    document.querySelector<HTMLElement>('main h1');
  next?.focus();
}

/**
 * Give the focus to the next thing to do when a button that was pressed by key disappears with its work: the scan field,
 * else the heading of the page. Where a screen knows better, it has moved the focus before.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const onClick = ({ detail }: MouseEvent): void => {
      // A press of the mouse has a count of clicks; a key and a command code have none.
      if (detail !== 0) return;
      for (const ms of CHECKS_MS) {
        const timer = setTimeout(() => {
          timers.delete(timer);
          recover();
        }, ms);
        timers.add(timer);
      }
    };
    document.addEventListener('click', onClick);
    return () => {
      document.removeEventListener('click', onClick);
      for (const timer of timers) clearTimeout(timer);
    };
  }, []);
}
