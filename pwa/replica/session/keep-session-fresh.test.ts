import { afterEach, expect, test, vi } from 'vitest';
import { keepSessionFresh } from './session.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('the session is checked at once, every 600 seconds, on focus, back online, and on a message of another tab', () => {
  vi.useFakeTimers();
  const [window, channel] = [new EventTarget(), new EventTarget()];
  let refreshCount = 0;
  const stop = keepSessionFresh(() => (refreshCount += 1), { window, channel });
  expect(refreshCount).toBe(1);
  vi.advanceTimersByTime(599_000);
  expect(refreshCount).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(refreshCount).toBe(2);
  window.dispatchEvent(new Event('focus'));
  window.dispatchEvent(new Event('online'));
  channel.dispatchEvent(new Event('message'));
  expect(refreshCount).toBe(5);
  stop();
  vi.advanceTimersByTime(1_200_000);
  window.dispatchEvent(new Event('focus'));
  channel.dispatchEvent(new Event('message'));
  expect(refreshCount).toBe(5);
});
