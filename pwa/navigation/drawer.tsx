import { lazyComponent } from '#pwa/ui/lazy-component.tsx';
import { useWindow } from '#pwa/ui/use-window.ts';
import type { DrawerProps } from './drawer-window.tsx';

const DrawerWindow = lazyComponent(() => import('./drawer-window.tsx').then((loaded) => loaded.DrawerWindow));

/** The side menu as a drawer, below 768 px; its code is loaded when it is first opened. */
export function Drawer(props: DrawerProps) {
  return useWindow(props.open) ? <DrawerWindow {...props} /> : null;
}
