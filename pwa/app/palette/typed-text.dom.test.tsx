import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MENU } from '#db/access/menus.ts';
import { toShownMenu } from '#db/access/shown-menu.ts';
import { renderInRouter } from '#pwa/testing/router-wrapper.tsx';
import { pageEntries } from './page-entries.ts';
import { OnlineSearch } from './search-button.tsx';

/** Keys that follow each other faster are a hand scanner's. */
const typist = userEvent.setup({ delay: 60 });
const openedPaths: string[] = [];
let loadPalette = (): void => undefined;
const pages = pageEntries(toShownMenu([MENU.labQueue, MENU.batches]), () => true);

vi.mock('@tanstack/react-router', async (actual) => ({
  ...(await actual<object>()),
  useRouter: () => ({ history: { push: (path: string) => openedPaths.push(path) } }),
}));
vi.mock('#pwa/app/use-may-open.ts', () => ({ useMayOpen: () => () => true }));
vi.mock('./use-palette.ts', () => ({
  usePalette: (onClose: () => void) => ({
    pages,
    recent: [],
    mayOpen: () => true,
    onChoose: () => undefined,
    onClose,
  }),
}));
// The code of the palette arrives when the test says so.
vi.mock('./online-palette.tsx', async (actual) => {
  await new Promise<void>((resolve) => {
    loadPalette = resolve;
  });
  return actual();
});

/** Press keys one after the other; returns whether the page below got the last one. */
async function press(...keys: string[]): Promise<boolean> {
  let isTaken = false;
  for (const key of keys)
    await act(async () => {
      const target = document.activeElement ?? document.body;
      isTaken = !fireEvent.keyDown(target, key === 'Ctrl-K' ? { key: 'k', ctrlKey: true } : { key });
    });
  return !isTaken;
}

beforeEach(() => vi.stubGlobal('fetch', async () => Response.json({ hits: [] })));
afterEach(() => {
  cleanup();
  openedPaths.length = 0;
  vi.unstubAllGlobals();
});

test('keys that are typed while the palette is loading arrive in its field', async () => {
  renderInRouter(
    <>
      <button type="button">Delete</button>
      <OnlineSearch />
    </>,
  );
  screen.getByRole('button', { name: 'Delete' }).focus();
  await press('Ctrl-K', 'g', 'b', 'x', 'Escape');
  expect(await press('Enter')).toBe(true);
  await press('Ctrl-K', 'b', 'a', 't', 's', 'Backspace');
  expect(await press('Enter')).toBe(false);
  expect(screen.queryByRole('combobox')).toBeNull();
  loadPalette();
  const field = await screen.findByRole<HTMLInputElement>('combobox');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.value).toBe('bat');
  await typist.keyboard('ch');
  expect(field.value).toBe('batch');
  expect(screen.queryAllByRole('option').map((option) => option.textContent)).toEqual(['Batches']);
  // A key that the listener for hand scanners delivers late goes to what had the focus before.
  fireEvent.keyDown(document.body, { key: 'e' });
  expect(field.value).toBe('batche');
  expect(openedPaths).toEqual([]);
});
