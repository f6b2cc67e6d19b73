import { expect, test } from 'vitest';
import { watchTouches } from './session.ts';

test('a page is idle after no touch for longer than the interval of session checks', () => {
  let clock = 0;
  const page = new EventTarget();
  const idle = watchTouches(page, () => clock);
  clock = 10 * 60_000;
  expect(idle()).toBe(false);
  clock = 12 * 60_000;
  expect(idle()).toBe(true);
  page.dispatchEvent(new Event('keydown'));
  expect(idle()).toBe(false);
});
