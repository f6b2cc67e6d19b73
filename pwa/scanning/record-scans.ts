import type { RecordedKey, RecordedScan } from './learn-scanner.ts';
import { isModifier, keyName } from './timed-key.ts';

/** A scan ends after this time without a key. */
const SCAN_END_MS = 400;
/** Fewer keys than this come from a person. */
const FEWEST_KEYS = 3;
/** Keys with which a person leaves the setup; no scanner begins with them. */
const PERSONS_KEYS = new Set(['Tab', 'Enter', ' ', 'Escape']);

/**
 * Record the keys of each scan before any other listener gets them, because the setup learns how to interpret
 * them. Returns a function that stops.
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
