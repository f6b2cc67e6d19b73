import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { HoverCard } from './hover-card.tsx';

const draw = vi.fn(() => <p>42 µL left</p>);
afterEach(() => draw.mockClear());

function show(): HTMLElement {
  render(
    <HoverCard label="About W26320-0015-01" content={draw}>
      <a href="/sample">W26320-0015-01</a>
    </HoverCard>,
  );
  return screen.getByRole('link');
}
const card = () => screen.queryByRole('region', { name: 'About W26320-0015-01' });

test('the card opens by Alt and arrow down on the link, and Escape closes it', async () => {
  const link = show();
  act(() => link.focus());
  expect(draw).not.toHaveBeenCalled();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(card()?.textContent).toBe('42 µL left');
  expect(link.parentElement?.getAttribute('aria-describedby')).toBe(card()?.id);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(card()).toBeNull());
});

test('the card opens when a mouse rests on the link', async () => {
  const link = show();
  const pointer = { pointerType: 'mouse', bubbles: true };
  fireEvent.pointerEnter(link.parentElement ?? link, pointer);
  fireEvent.mouseEnter(link.parentElement ?? link);
  fireEvent.mouseMove(link.parentElement ?? link);
  expect(card()).toBeNull();
  await waitFor(() => expect(card()).not.toBeNull());
});

test('a touch never opens the card', () => {
  vi.useFakeTimers();
  try {
    const link = show();
    fireEvent.pointerEnter(link.parentElement ?? link, { pointerType: 'touch', bubbles: true });
    fireEvent.mouseEnter(link.parentElement ?? link);
    fireEvent.mouseMove(link.parentElement ?? link);
    act(() => vi.advanceTimersByTime(5_000));
    expect(card()).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});
