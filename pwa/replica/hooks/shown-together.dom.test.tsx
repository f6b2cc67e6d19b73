import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ShownTogether, useLoadingPart } from './shown-together.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Part({ name, isLoading }: { name: string; isLoading: boolean }) {
  useLoadingPart(isLoading);
  return isLoading ? null : <p>{name}</p>;
}

const page = (loading: readonly string[]) => (
  <ShownTogether fallback={<p>Loading</p>}>
    {['notice', 'list'].map((name) => (
      <Part key={name} name={name} isLoading={loading.includes(name)} />
    ))}
  </ShownTogether>
);
const isHidden = (text: string): boolean => screen.getByText(text).closest('.invisible') !== null;

test('parts are hidden until the last of them is loaded, and stay in sight when one loads again', () => {
  const { rerender } = render(page(['notice', 'list']));
  expect(screen.getByText('Loading')).toBeTruthy();
  rerender(page(['notice']));
  expect(isHidden('list')).toBe(true);
  rerender(page([]));
  expect([isHidden('notice'), isHidden('list')]).toEqual([false, false]);
  expect(screen.queryByText('Loading')).toBeNull();
  rerender(page(['notice']));
  expect(isHidden('list')).toBe(false);
});

test('parts are shown at once when none of them loads', () => {
  render(page([]));
  expect(isHidden('list')).toBe(false);
});

test('a part that loads for long does not keep the others hidden', () => {
  render(page(['notice']));
  expect(isHidden('list')).toBe(true);
  act(() => vi.advanceTimersByTime(1_000));
  expect(isHidden('list')).toBe(false);
});
