import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MenuAction } from '#pwa/ui/actions-menu.tsx';
import { DataList } from './data-list.tsx';

const ROWS = Array.from({ length: 5 }, (_, at) => ({ id: `o-${at}`, name: `W-00010${at}`, place: 'Boston' }));
type Row = (typeof ROWS)[number];
const onOpen = vi.fn<(row: Row) => void>();
const onAccept = vi.fn<(row: Row) => void>();
const onNewTab = vi.fn<(address: string) => void>();

const actionsOf = (row: Row): readonly MenuAction[] => [
  { label: 'Accept', onSelect: () => onAccept(row) },
  { label: 'Decline', onSelect: () => undefined },
];

function Orders() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [search, setSearch] = useState('');
  return (
    <>
      <h1 tabIndex={-1}>Orders</h1>
      <output>{[...selected].join(' ')}</output>
      <DataList
        label="Orders"
        rows={ROWS}
        columns={[
          { id: 'name', header: 'Order', cell: ({ name }) => name },
          { id: 'place', header: 'Location', cell: ({ place }) => place },
        ]}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        onOpen={onOpen}
        link={({ id }) => ({ to: '/orders/$id', params: { id } })}
        selection={{ selected, onSelect: setSelected }}
        search={{ value: search, onChange: setSearch }}
        rowActions={actionsOf}
      />
    </>
  );
}
const cellOf = (row: number): HTMLElement => screen.getAllByText('Boston')[row] as HTMLElement;
const selectedRows = (): string | null => screen.getByRole('status').textContent;
const focusedText = (): string | null | undefined => document.activeElement?.textContent;

beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal('open', (address: string) => onNewTab(new URL(address).pathname));
});
afterEach(() => vi.unstubAllGlobals());

test('a press anywhere on a row opens it', () => {
  render(<Orders />);
  fireEvent.click(cellOf(1));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(ROWS[1]);
});

test('the middle button and Ctrl open the page of a row in a new tab', () => {
  render(<Orders />);
  fireEvent(cellOf(2), new MouseEvent('auxclick', { bubbles: true, button: 1 }));
  fireEvent.click(cellOf(3), { ctrlKey: true });
  expect(onNewTab.mock.calls).toEqual([['/orders/o-2'], ['/orders/o-3']]);
  expect(onOpen).not.toHaveBeenCalled();
});

test('controls of a row act by themselves and do not open it', async () => {
  const user = userEvent.setup();
  render(<Orders />);
  await user.click(screen.getByRole('button', { name: 'Accept: W-000101' }));
  expect(onAccept).toHaveBeenCalledExactlyOnceWith(ROWS[1]);
  await user.click(screen.getByRole('checkbox', { name: 'Select W-000102' }));
  expect(selectedRows()).toBe('o-2');
  await user.click(screen.getByRole('button', { name: 'More actions: W-000103' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Decline' }));
  expect(onOpen).not.toHaveBeenCalled();
});

test('a drag over the text of a row selects the text and does not open the row', () => {
  render(<Orders />);
  getSelection()?.selectAllChildren(cellOf(1));
  fireEvent.click(cellOf(1));
  expect(onOpen).not.toHaveBeenCalled();
  getSelection()?.removeAllRanges();
});

test('J and K move through the rows, Enter opens the focused one', async () => {
  const user = userEvent.setup();
  render(<Orders />);
  await user.keyboard('jjj');
  expect(focusedText()).toBe('W-000102');
  await user.keyboard('k');
  expect(focusedText()).toBe('W-000101');
  await user.keyboard('{Enter}');
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(ROWS[1]);
});

test('X selects the focused row, and Shift with X all rows since the last one', async () => {
  const user = userEvent.setup();
  render(<Orders />);
  await user.keyboard('x');
  expect(selectedRows(), 'no row is focused').toBe('');
  await user.keyboard('jxjj{Shift>}x{/Shift}');
  expect(selectedRows()).toBe('o-0 o-1 o-2');
  await user.keyboard('kx');
  expect(selectedRows()).toBe('o-0 o-2');
});

test('Shift with a press on a checkbox selects all rows since the last one', async () => {
  const user = userEvent.setup();
  render(<Orders />);
  await user.click(screen.getByRole('checkbox', { name: 'Select W-000103' }));
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('checkbox', { name: 'Select W-000101' }));
  await user.keyboard('{/Shift}');
  expect(selectedRows()).toBe('o-3 o-1 o-2');
});

test('letters typed into a field, with Ctrl or below a dialog move no row', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<Orders />);
  await user.type(screen.getByRole('searchbox'), 'jx');
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('jx');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  screen.getByRole('heading').focus();
  await user.keyboard('{Control>}j{/Control}');
  expect(focusedText()).toBe('Orders');
  rerender(
    <>
      <Orders />
      <div role="dialog" aria-label="Question" />
    </>,
  );
  screen.getByRole('heading').focus();
  await user.keyboard('j');
  expect(focusedText()).toBe('Orders');
});
