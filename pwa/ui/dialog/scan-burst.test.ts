import { expect, test } from 'vitest';
import { createScanBurst } from './use-scan-guard.ts';

function press(keys: readonly string[], gap: number): boolean[] {
  const isScan = createScanBurst();
  return keys.map((key, at) => isScan(key, at * gap));
}

test('Enter after keys within 20 ms of each other belongs to a scan', () => {
  expect(press(['W', '2', '6', 'Enter'], 20).at(-1)).toBe(true);
});

test('Enter after typed keys is the person’s own', () => {
  expect(press(['W', '2', '6', 'Enter'], 180).at(-1)).toBe(false);
});

test('a second Enter is the person’s own', () => {
  expect(press(['W', '2', '6', 'Enter', 'Enter'], 20).at(-1)).toBe(false);
});
