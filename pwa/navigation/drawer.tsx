import { loadedLater } from '#pwa/ui/loaded-later.tsx';
import { useWindow } from '#pwa/ui/use-window.ts';
import type { DrawerProps } from './drawer-window.tsx';

const DrawerWindow = loadedLater(() => import('./drawer-window.tsx').then((loaded) => loaded.DrawerWindow));

/** The side menu over the page, under 768 px; its code comes when it is first opened. */
export function Drawer(props: DrawerProps) {
  return useWindow(props.open) ? <DrawerWindow {...props} /> : null;
}
