import './toast-stack.tsx';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toaster, toast } from './toast.tsx';

// The code is loaded before the fake timers start, so that the first message does not wait for it.

const FRAMES_MS = 50;
const FADE_MS = 300;

beforeEach(async () => {
  vi.useFakeTimers();
  render(<Toaster theme="light" />);
});
afterEach(async () => {
  await pass(10_000);
  cleanup();
  vi.useRealTimers();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** Pass the frames in which a message is marked as leaving, and then its fading. */
const passFading = async (): Promise<void> => {
  await pass(FRAMES_MS);
  await pass(FADE_MS);
};
const showToast = async (text: string): Promise<void> => {
  await act(async () => toast.success(text));
  // The first message loads the code of the stack.
  for (let attempt = 0; attempt < 20 && !screen.queryByText(text); attempt += 1) {
    await act(() => vi.dynamicImportSettled());
    await pass(0);
  }
  await pass(20);
};
const visibleToasts = (): (string | null)[] =>
  [...document.querySelectorAll('[data-sonner-toast][data-visible="true"]')].map(
    ({ textContent }) => textContent,
  );

test('a message is shown at the top center for four seconds', async () => {
  await showToast('Saved');
  const stack = document.querySelector('[data-sonner-toaster]');
  expect(stack?.getAttribute('data-y-position')).toBe('top');
  expect(stack?.getAttribute('data-x-position')).toBe('center');
  await pass(3900);
  expect(visibleToasts()).toEqual(['Saved']);
  await pass(100);
  await passFading();
  expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(0);
});

test('only the three newest of many messages are visible', async () => {
  for (const text of ['one', 'two', 'three', 'four', 'five']) await showToast(text);
  expect(visibleToasts().sort()).toEqual(['five', 'four', 'three']);
});

test('a message leaves after four seconds also while the pointer rests on it', async () => {
  await showToast('Saved');
  const message = screen.getByText('Saved');
  for (const move of [fireEvent.mouseEnter, fireEvent.mouseMove, fireEvent.pointerDown])
    act(() => void move(message));
  await pass(4000);
  await passFading();
  expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(0);
});

test('a press on a message closes it', async () => {
  await showToast('Saved');
  act(() => void fireEvent.click(screen.getByText('Saved')));
  await passFading();
  expect(document.querySelectorAll('[data-sonner-toast]')).toHaveLength(0);
});
