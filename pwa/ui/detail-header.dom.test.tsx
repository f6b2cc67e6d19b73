import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import { DetailHeader, DetailMenu } from './detail-header.tsx';

const STEPS = [
  { key: 'ordered', label: 'Ordered', state: 'done' },
  { key: 'received', label: 'Received', state: 'now' },
  { key: 'results', label: 'Results', state: 'ahead' },
] as const;

const setWidth = (isWide: boolean) =>
  vi.stubGlobal('matchMedia', () => ({
    matches: isWide,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
afterEach(() => vi.unstubAllGlobals());

test('the header of a record copies its number and announces it', async () => {
  const user = userEvent.setup();
  renderInRouter(<DetailHeader number="W26-00412" name="Extraction" />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('W26-00412 Extraction');
  await user.click(screen.getByRole('button', { name: 'Copy number' }));
  expect(await screen.findByText('Copied')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe('W26-00412');
});

test('the stepper marks the current state at both widths', () => {
  for (const isWide of [true, false]) {
    setWidth(isWide);
    const { unmount } = renderInRouter(<DetailHeader number="W26-00412" steps={STEPS} />);
    const steps = within(screen.getByRole('list', { name: 'Progress' })).getAllByRole('listitem');
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      'Ordered, done',
      'Received, here now',
      'Results, still ahead',
    ]);
    expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null]);
    unmount();
  }
});

test('the menu keeps its name where only its icon is shown, and an empty one is not drawn', () => {
  setWidth(false);
  const { rerender } = renderInRouter(
    <DetailMenu actions={[{ label: 'Print', onSelect: () => undefined }]} />,
  );
  expect(screen.getByRole('button', { name: 'Actions' })).toBeTruthy();
  rerender(<DetailMenu actions={[]} />);
  expect(screen.queryByRole('button')).toBeNull();
});

test('the header links to the records before and after this one', () => {
  renderInRouter(
    <DetailHeader
      number="W26-00412"
      neighbors={{ previous: null, next: '/orders/o-2', position: 1, total: 2 }}
    />,
  );
  expect(screen.queryByRole('link', { name: 'Previous in list' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Next in list' }).getAttribute('href')).toBe('/orders/o-2');
});

test('a record without a number is headed by its name in the face of text, and nothing is copied', () => {
  renderInRouter(<DetailHeader number={null} name="Draft, Whole genome, Nov 28" />);
  const heading = screen.getByRole('heading', { level: 1, name: 'Draft, Whole genome, Nov 28' });
  expect(heading.querySelector('.code')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Copy number' })).toBeNull();
});
