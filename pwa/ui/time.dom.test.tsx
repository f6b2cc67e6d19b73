import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Time } from './time.tsx';

const NOW = new Date(2026, 10, 20, 12, 0);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a recent time is shown relative and stays true while the page is open', () => {
  render(<Time value={new Date(2026, 10, 20, 11, 58).toISOString()} />);
  expect(screen.getByText('2 min ago').title).toBe('Nov 20, 2026 at 11:58 AM');
  act(() => vi.advanceTimersByTime(60_000));
  expect(screen.getByText('3 min ago')).toBeTruthy();
});

test('an older time is shown as its date', () => {
  render(<Time value={new Date(2026, 10, 1, 9, 30).toISOString()} />);
  expect(screen.getByText('Nov 1, 2026').title).toBe('Nov 1, 2026 at 9:30 AM');
});

test('a calendar date has no time of day', () => {
  render(<Time value="2026-11-21T00:00:00.000Z" />);
  expect(screen.getByText('tomorrow').title).toBe('Nov 21, 2026');
});

test('an absent time is shown as a dash', () => {
  const { container } = render(<Time value={null} />);
  expect(container.textContent).toBe('—');
});
