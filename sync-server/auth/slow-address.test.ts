import { expect, test } from 'vitest';
import { getDelay } from './sign-in.ts';

test('an address waits longer the more sign-ins failed there, but at most five seconds', () => {
  expect([0, 50, 51, 70, 150, 100_000].map(getDelay)).toEqual([0, 0, 50, 1_000, 5_000, 5_000]);
});
