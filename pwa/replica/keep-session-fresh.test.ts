import { afterEach, expect, test, vi } from 'vitest';
import { keepSessionFresh } from './keep-session-fresh.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('the session is asked for at once, every 600 seconds, on focus, back online, and when another tab says so', () => {
  vi.useFakeTimers();
  const [window, channel] = [new EventTarget(), new EventTarget()];
  let asked = 0;
  const stop = keepSessionFresh(() => (asked += 1), { window, channel });
  expect(asked).toBe(1);
  vi.advanceTimersByTime(599_000);
  expect(asked).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(asked).toBe(2);
  window.dispatchEvent(new Event('focus'));
  window.dispatchEvent(new Event('online'));
  channel.dispatchEvent(new Event('message'));
  expect(asked).toBe(5);
  stop();
  vi.advanceTimersByTime(1_200_000);
  window.dispatchEvent(new Event('focus'));
  channel.dispatchEvent(new Event('message'));
  expect(asked).toBe(5);
});
