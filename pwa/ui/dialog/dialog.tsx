import { useLayoutEffect, useState } from 'react';
import { lazyComponent } from '#pwa/ui/lazy-component.tsx';
import type { DialogProps } from './dialog-window.tsx';

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

// Most pages open without a dialog: the focus trap is loaded with the first one.
const DialogWindow = lazyComponent(() => import('./dialog-window.tsx').then((loaded) => loaded.DialogWindow));

/** Load the code of dialogs before the first one opens. */
export const loadDialogs = (): Promise<unknown> => DialogWindow.load();

/** A dialog over the page. The Enter of a scan presses none of its buttons. */
export function Dialog(props: DialogProps) {
  return useWindow(props.open) ? <DialogWindow {...props} /> : null;
}
