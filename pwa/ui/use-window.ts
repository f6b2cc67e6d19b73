import { useLayoutEffect, useState } from 'react';

/**
 * Track whether a dialog was ever opened on this page, so that its code loads only then. Restores the former
 * focus where closing left no element focused.
 */
export function useWindow(open: boolean): boolean {
  const [wasOpened, setUsed] = useState(open);
  if (open && !wasOpened) setUsed(true);
  useLayoutEffect(() => {
    if (!open) return;
    const before = document.activeElement;
    return () => {
      requestAnimationFrame(() => {
        const lost = document.activeElement === null || document.activeElement === document.body;
        if (lost && before instanceof HTMLElement && before.isConnected) before.focus();
      });
    };
  }, [open]);
  return wasOpened || open;
}
