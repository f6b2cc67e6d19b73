import { useLayoutEffect, useState } from 'react';

/**
 * Whether a window has been opened on this page, for what is only then fetched. Gives the focus back to what had it
 * before, where closing left it nowhere.
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
