import { createContext, useContext, useSyncExternalStore } from 'react';

const WIDE_PX = 768;
const ROOMY_PX = 1100;
const mediaOf = (width: number): string => `(min-width: ${width}px)`;

/** The width in px of a frame that shows a part of the app as another window has it; null in the window itself. */
export const WindowWidthContext = createContext<number | null>(null);

const subscribeTo =
  (media: string) =>
  (changed: () => void): (() => void) => {
    const query = matchMedia(media);
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  };
const subscribeToWide = subscribeTo(mediaOf(WIDE_PX));
const subscribeToRoomy = subscribeTo(mediaOf(ROOMY_PX));

/** Check for a width from 768 px: tables and a fixed rail of icons; below it cards and a drawer. */
export function useWide(): boolean {
  const frame = useContext(WindowWidthContext);
  const wide = useSyncExternalStore(subscribeToWide, () => matchMedia(mediaOf(WIDE_PX)).matches);
  return frame === null ? wide : frame >= WIDE_PX;
}

/** Check for a width from 1100 px, which has room for the side menu in words. */
export function useRoomy(): boolean {
  const frame = useContext(WindowWidthContext);
  const roomy = useSyncExternalStore(subscribeToRoomy, () => matchMedia(mediaOf(ROOMY_PX)).matches);
  return frame === null ? roomy : frame >= ROOMY_PX;
}
