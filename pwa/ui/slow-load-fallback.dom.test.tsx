import { act, fireEvent, render, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LATE_MS, lazyComponent, SlowLoadFallback } from './lazy-component.tsx';
import { Skeleton } from './skeleton.tsx';

const NOT_ARRIVED = 'A part of the app has not arrived';
const Page = () => <p>The dashboard</p>;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));

test('a page whose code does not load is reported after ten seconds, and a retry reloads the page', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  const Never = lazy(() => new Promise<{ default: typeof Page }>(() => undefined));
  const fallback = (
    <SlowLoadFallback>
      <Skeleton label="Opening the dashboard" />
    </SlowLoadFallback>
  );
  render(
    <Suspense fallback={fallback}>
      <Never />
    </Suspense>,
  );
  await pass(LATE_MS - 1);
  expect(screen.getByLabelText('Opening the dashboard')).toBeTruthy();
  expect(screen.queryByText(NOT_ARRIVED)).toBeNull();
  await pass(1);
  expect(screen.queryByLabelText('Opening the dashboard')).toBeNull();
  expect(screen.getByText(NOT_ARRIVED)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(reload).toHaveBeenCalledOnce();
});

test('a dialog whose code loads late says so meanwhile and opens then', async () => {
  let resolvePage: (page: typeof Page) => void = () => undefined;
  const Window = lazyComponent(() => new Promise<typeof Page>((resolve) => (resolvePage = resolve)));
  await act(async () => render(<Window />));
  expect(document.body.textContent).toBe('');
  await pass(LATE_MS);
  expect(screen.getByText(NOT_ARRIVED)).toBeTruthy();
  await act(async () => resolvePage(Page));
  expect(screen.getByText('The dashboard')).toBeTruthy();
  expect(screen.queryByText(NOT_ARRIVED)).toBeNull();
});

test('a part that is no longer needed is not reported', async () => {
  const Window = lazyComponent(() => new Promise<typeof Page>(() => undefined));
  const { unmount } = await act(async () => render(<Window />));
  unmount();
  await pass(LATE_MS);
  expect(document.body.textContent).toBe('');
});
