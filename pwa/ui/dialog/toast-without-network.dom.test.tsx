import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Toaster, toast } from './toast.tsx';

let offline = true;
vi.mock('./toast-stack.tsx', () => {
  if (offline) throw new TypeError('Failed to fetch dynamically imported module');
  return {};
});

afterEach(() => {
  offline = true;
  cleanup();
});

test('a message is readable when its code cannot be loaded, and the page remains', async () => {
  render(
    <>
      <p>What was typed</p>
      <Toaster theme="light" />
    </>,
  );
  toast.error('The server cannot be reached. Try again when you are online.');
  const toastText = await screen.findByText('The server cannot be reached. Try again when you are online.');
  expect(toastText.closest('[role="status"]')).not.toBeNull();
  expect(screen.getByText('What was typed')).toBeTruthy();
});
