/** Longer than the interval of session checks, so that one touch between two checks counts. */
const TOUCH_COUNTS_MS = 11 * 60_000;
const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const;

/** Detect whether somebody works on this page; scanners count, because they type. */
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
