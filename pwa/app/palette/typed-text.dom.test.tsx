import { cleanup, screen, waitFor } from '@testing-library/react';
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

beforeEach(() => vi.stubGlobal('fetch', async () => Response.json({ hits: [] })));
afterEach(() => {
  cleanup();
  openedPaths.length = 0;
  vi.unstubAllGlobals();
});

test('keys that are typed while the palette is loading arrive in its field', async () => {
  const onPress = vi.fn();
  renderInRouter(
    <>
      <button type="button" onClick={onPress}>
        Delete
      </button>
      <OnlineSearch />
    </>,
  );
  screen.getByRole('button', { name: 'Delete' }).focus();
  await typist.keyboard('{Control>}k{/Control}');
  await typist.keyboard('gbx{Escape}');
  await typist.keyboard('{Control>}k{/Control}');
  await typist.keyboard('bats{Backspace}{Enter}');
  expect(screen.queryByRole('combobox')).toBeNull();
  loadPalette();
  const field = await screen.findByRole<HTMLInputElement>('combobox');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await typist.keyboard('ch');
  expect(field.value).toBe('batch');
  expect(screen.queryAllByRole('option').map((option) => option.textContent)).toEqual(['Batches']);
  // A key that the listener for hand scanners delivers late goes to what had the focus before.
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', bubbles: true, cancelable: true }));
  await waitFor(() => expect(field.value).toBe('batche'));
  expect([openedPaths, onPress.mock.calls.length]).toEqual([[], 0]);
});
