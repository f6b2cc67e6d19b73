/** Longer than the session is asked for again, so that one touch between two questions counts. */
const TOUCH_COUNTS_MS = 11 * 60_000;
const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const;

/** Watches whether somebody works on this page; scanners count, they type. */
export function watchTouches(
  window: Pick<EventTarget, 'addEventListener'>,
  now: () => number,
): () => boolean {
  let last = now();
  for (const touch of TOUCHES)
    window.addEventListener(
      touch,
      () => {
        last = now();
      },
      { capture: true, passive: true },
    );
  return () => now() - last > TOUCH_COUNTS_MS;
}
