import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MENU } from '#db/access/menus.ts';
import { toShownMenu } from '#db/access/shown-menu.ts';
import type { SearchHit } from '#db/records/search-hits.ts';
import { pageEntries } from './page-entries.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { PaletteWindow } from './palette-window.tsx';
import { readRecentChoices, storeRecentChoice } from './recent-choices.ts';

/** Keys that follow each other faster are a hand scanner's. */
const typist = userEvent.setup({ delay: 60 });
const everywhere = (): boolean => true;
const PAGES = pageEntries(toShownMenu([MENU.labQueue, MENU.batches, MENU.inventory]), everywhere);
const HITS: SearchHit[] = [
  { kind: 'Order', id: 'o1', title: 'W-100123', detail: 'Ordered · Lakeside' },
  { kind: 'Invoice', id: 'i1', title: 'INV-W-26-1', detail: 'Billed' },
];
const answered = vi.fn(async (_: string, init?: RequestInit) => {
  const { text } = JSON.parse(String(init?.body)) as { text: string };
  return Response.json({ hits: HITS.filter(({ title }) => title.includes(text)) });
});
const choices: PaletteEntry[] = [];
const onCode = vi.fn();

type WindowProps = Partial<Parameters<typeof PaletteWindow>[0]>;
function Palette(more: WindowProps) {
  const [text, setText] = useState('');
  return (
    <PaletteWindow
      pages={PAGES}
      recent={[]}
      placeholder="Search or scan"
      mayOpen={everywhere}
      onChoose={(entry) => choices.push(entry)}
      onClose={() => undefined}
      text={text}
      onType={setText}
      {...more}
    />
  );
}
const show = (more: WindowProps = {}) => render(<Palette {...more} />);
const names = () => screen.queryAllByRole('option').map((option) => option.textContent);

beforeEach(() => vi.stubGlobal('fetch', answered));
afterEach(() => {
  cleanup();
  choices.length = 0;
  onCode.mockClear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test('typed words find actions and pages, and Enter opens the first', async () => {
  show();
  const field = await screen.findByRole('combobox', { name: 'Search or scan' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  await typist.keyboard('check out');
  expect(names()).toEqual(['Check out samples']);
  await typist.keyboard('{Enter}');
  expect(choices.map(({ href }) => href)).toEqual(['/lab/samples/check-out']);
});

test('the arrow keys choose among groups, and the number of results is announced', async () => {
  show();
  await screen.findByRole('combobox');
  await typist.keyboard('batch');
  expect(screen.getByRole('group', { name: 'Pages' })).toBeTruthy();
  expect(screen.getByRole('status').textContent).toContain('1 result');
  await typist.keyboard('{ArrowDown}{Enter}');
  expect(choices.map(({ href }) => href)).toEqual(['/lab/batches']);
});

test('records of the server are shown by kind, and only with a page that the person may open', async () => {
  show({ mayOpen: (path) => !path.includes('invoices') });
  await screen.findByRole('combobox');
  await typist.keyboard('W-1');
  await screen.findByRole('option', { name: /W-100123/ });
  expect(names()).toEqual(['W-100123Ordered · Lakeside']);
  await typist.keyboard('{Enter}');
  expect(choices[0]).toMatchObject({ key: 'Order|o1', href: '/lab/orders/o1' });
});

test('without a connection the records of the device are found, and what is missing is said', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  const searchDevice = async () => [
    { kind: 'Sample' as const, id: 's1', title: 'W26325-1', detail: 'Stored' },
  ];
  show({ searchDevice });
  await screen.findByRole('combobox');
  await typist.keyboard('W263');
  await screen.findByRole('option', { name: /W26325-1/ });
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1 result on this device'));
});

test('Escape closes the palette at once', async () => {
  const onClose = vi.fn();
  show({ onClose });
  await screen.findByRole('combobox');
  await typist.keyboard('batch{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('a text without results is resolved as a code by Enter, where there is a device', async () => {
  show({ onCode });
  await screen.findByRole('combobox');
  await typist.keyboard('NOPE-1{Enter}');
  expect(onCode).toHaveBeenCalledWith('NOPE-1');
});

test('the last choices come first while nothing is typed, each once', async () => {
  const [action, ...rest] = PAGES;
  for (const entry of [action, ...rest, action]) if (entry) storeRecentChoice('me', entry);
  const recent = readRecentChoices('me');
  expect(recent[0]?.key).toBe(action?.key);
  expect(readRecentChoices('somebody else')).toEqual([]);
  show({ recent });
  await screen.findByRole('combobox');
  expect(new Set(names()).size).toBe(names().length);
  expect(screen.getByRole('group', { name: 'Recent' })).toBeTruthy();
});

test('the result of a scan is visible until something is typed', async () => {
  show({ result: <p>Box 14, A1</p> });
  const field = await screen.findByRole<HTMLInputElement>('combobox');
  expect(screen.getByText('Box 14, A1')).toBeTruthy();
  await typist.type(field, 'batch');
  expect(screen.queryByText('Box 14, A1')).toBeNull();
  expect(names()).toEqual(['Batches']);
});
