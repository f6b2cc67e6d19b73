import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AppLink } from '#pwa/ui/app-link.ts';
import { RowCards } from './row-cards.tsx';
import { RowsTable } from './rows-table.tsx';

const rows = [
  { id: 'o-1', name: 'W-000101' },
  { id: 'o-2', name: 'W-000102' },
];
const onOpen = vi.fn();
const list = {
  label: 'Orders',
  rows,
  columns: [{ id: 'name', header: 'Order', cell: ({ name }: { name: string }) => name }],
  rowKey: ({ id }: { id: string }) => id,
  rowLabel: ({ name }: { name: string }) => name,
  onOpen,
};
const linkOf = ({ id }: { id: string }): AppLink | null =>
  id === 'o-1' ? { to: '/orders/$id', params: { id } } : null;
beforeEach(() => onOpen.mockClear());

const SHAPES = [
  ['in a table', (more: object) => <RowsTable {...list} {...more} sort={null} onSort={() => undefined} />],
  ['on a card', (more: object) => <RowCards {...list} {...more} />],
] as const;

describe.each(SHAPES)('the name of a row %s', (_, shape) => {
  test('is a link to the page of the row, and a press opens the page here', () => {
    render(shape({ link: linkOf }));
    const link = screen.getByRole('link', { name: 'W-000101' });
    expect(link.getAttribute('href')).toBe('/orders/o-1');
    expect(fireEvent.click(link), 'the browser does not load the app anew').toBe(false);
    expect(onOpen).toHaveBeenCalledWith(rows[0]);
  });

  test('leaves a press with Ctrl to the browser, which opens a new tab', () => {
    render(shape({ link: linkOf }));
    const link = screen.getByRole('link', { name: 'W-000101' });
    expect(fireEvent.click(link, { ctrlKey: true }), 'the browser opens the link').toBe(true);
    expect(onOpen).not.toHaveBeenCalled();
  });

  test('is a button where the row has no page', () => {
    render(shape({ link: linkOf }));
    fireEvent.click(screen.getByRole('button', { name: 'W-000102' }));
    expect(onOpen).toHaveBeenCalledWith(rows[1]);
    expect(screen.getAllByRole('link')).toHaveLength(1);
  });
});
