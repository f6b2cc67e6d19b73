import { act, fireEvent, render, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyComponent } from './lazy-component.tsx';
import { Skeleton } from './skeleton.tsx';
import { LATE_MS, SlowLoadFallback } from './slow-load-fallback.tsx';

const NOT_ARRIVED = 'A part of the app has not arrived';
const Page = () => <p>The dashboard</p>;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms));

test('a page whose code does not come is told of after ten seconds, and trying again loads the page again', async () => {
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

test('a window whose code comes late says so meanwhile and opens when it comes', async () => {
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

test('what is no longer wanted is not told of', async () => {
  const Window = lazyComponent(() => new Promise<typeof Page>(() => undefined));
  const { unmount } = await act(async () => render(<Window />));
  unmount();
  await pass(LATE_MS);
  expect(document.body.textContent).toBe('');
});
