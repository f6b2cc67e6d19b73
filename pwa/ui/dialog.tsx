import type { DialogProps } from './dialog-window.tsx';
import { lazyComponent } from './lazy-component.tsx';
import { useWindow } from './use-window.ts';

// Most pages open without a window over them: what keeps the focus within one comes with the first.
const DialogWindow = lazyComponent(() => import('./dialog-window.tsx').then((loaded) => loaded.DialogWindow));

/** Fetches what windows need before the first is opened. */
export const loadDialogs = (): Promise<unknown> => DialogWindow.load();

/** A window over the page. The Enter of a scan presses none of its buttons. */
export function Dialog(props: DialogProps) {
  return useWindow(props.open) ? <DialogWindow {...props} /> : null;
}
