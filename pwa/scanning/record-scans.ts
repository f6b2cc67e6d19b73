import type { RecordedKey, RecordedScan } from './learn-scanner.ts';
import { isModifier, keyName } from './timed-key.ts';

/** A scan is over after this time without a key. */
const SCAN_END_MS = 400;
/** Fewer keys than this are a person's. */
const FEWEST_KEYS = 3;
/** Keys by which a person leaves the set-up; no scanner begins with them. */
const PERSONS_KEYS = new Set(['Tab', 'Enter', ' ', 'Escape']);

/**
 * Records the keys of each scan before anything else on the page gets them: how they are to be understood is what the
 * set-up wants to learn. Answers how to stop.
 */
export function recordScans(onScan: (scan: RecordedScan) => void): () => void {
  let keys: RecordedKey[] = [];
  let pause: ReturnType<typeof setTimeout> | undefined;

  const finish = (): void => {
    const scan = keys;
    keys = [];
    if (scan.length >= FEWEST_KEYS) onScan(scan);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isModifier(event.key) || event.metaKey) return;
    const name = keyName({ key: event.key, ctrl: event.ctrlKey, alt: event.altKey });
    if (keys.length === 0 && PERSONS_KEYS.has(name)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.repeat) return;
    keys.push({ name, at: event.timeStamp });
    clearTimeout(pause);
    pause = setTimeout(finish, SCAN_END_MS);
  };
  window.addEventListener('keydown', onKeyDown, { capture: true });
  return () => {
    clearTimeout(pause);
    window.removeEventListener('keydown', onKeyDown, { capture: true });
  };
}
