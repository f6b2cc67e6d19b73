import type { DialogProps } from './dialog-window.tsx';
import { lazyComponent } from './lazy-component.tsx';
import { useWindow } from './use-window.ts';

// Most pages open without a dialog: the focus trap is loaded with the first one.
const DialogWindow = lazyComponent(() => import('./dialog-window.tsx').then((loaded) => loaded.DialogWindow));

/** Load the code of dialogs before the first one opens. */
export const loadDialogs = (): Promise<unknown> => DialogWindow.load();

/** A dialog over the page. The Enter of a scan presses none of its buttons. */
export function Dialog(props: DialogProps) {
  return useWindow(props.open) ? <DialogWindow {...props} /> : null;
}
