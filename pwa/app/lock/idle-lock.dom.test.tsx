import { act, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IDLE_LIMIT_MS, useIdleLock } from './idle-lock.ts';

const START = Date.parse('2026-03-02T08:00:00.000Z');

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now: START });
});
afterEach(() => vi.useRealTimers());

const open = (signedInAt = START) => renderHook(() => useIdleLock('membership-1', signedInAt));
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('a device locks after ten idle minutes, and a reload does not unlock it', () => {
  const { result, unmount } = open();
  pass(IDLE_LIMIT_MS - 1);
  expect(result.current.locked).toBe(false);
  pass(1);
  expect(result.current.locked).toBe(true);
  fireEvent.pointerDown(window);
  expect(result.current.locked).toBe(true);
  unmount();
  expect(open().result.current.locked).toBe(true);
});

test('use of the device delays the lock', () => {
  const { result } = open();
  pass(IDLE_LIMIT_MS - 60_000);
  fireEvent.keyDown(window, { key: 'a' });
  pass(IDLE_LIMIT_MS - 60_000);
  expect(result.current.locked).toBe(false);
  pass(60_000);
  expect(result.current.locked).toBe(true);
});

test('an unlocked device locks again after ten more minutes', () => {
  const { result } = open();
  pass(IDLE_LIMIT_MS);
  act(() => result.current.unlock());
  expect(result.current.locked).toBe(false);
  pass(IDLE_LIMIT_MS);
  expect(result.current.locked).toBe(true);
});

test('a manually locked device stays locked until it is unlocked or its user signs in again', () => {
  const { result, unmount } = open();
  pass(60_000);
  act(() => result.current.lock());
  expect(result.current.locked).toBe(true);
  unmount();
  expect(open().result.current.locked).toBe(true);
  pass(60_000);
  expect(open(Date.now()).result.current.locked).toBe(false);
});

test('a clock that is set back by an hour does not keep a device unlocked', () => {
  const { unmount } = open();
  fireEvent.keyDown(window, { key: 'a' });
  unmount();
  vi.setSystemTime(START - 3_600_000);
  expect(open(START - 7_200_000).result.current.locked).toBe(true);
});

test('another tab that is unlocked unlocks this one', () => {
  const [one, other] = [open(), open()];
  pass(IDLE_LIMIT_MS);
  act(() => one.result.current.unlock());
  act(() => void window.dispatchEvent(new StorageEvent('storage')));
  expect(other.result.current.locked).toBe(false);
});
