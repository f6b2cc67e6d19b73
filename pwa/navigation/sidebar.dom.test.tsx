import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { MENU } from '#db/access/menus.ts';
import { toShownMenu } from '#db/access/shown-menu.ts';
import { MenuRail } from './menu-rail.tsx';
import { Sidebar } from './sidebar.tsx';

const MENU_SHOWN = toShownMenu([
  MENU.dashboard,
  MENU.batches,
  MENU.labOrders,
  MENU.users,
  MENU.inventory,
  MENU.devTools,
]);
const at = (path: string, offline = false) =>
  render(<Sidebar menu={MENU_SHOWN} path={path} offline={offline} />);
const current = () =>
  screen
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map((link) => link.getAttribute('href'));
const isOpen = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-expanded');

describe('the sidebar', () => {
  test("marks the entry of the current page, also on a record's page", () => {
    at('/lab/orders/01JABC');
    expect(current()).toEqual(['/lab/orders']);
    expect([isOpen('Inventory'), isOpen('Dev Tools: subentries')]).toEqual(['false', 'false']);
  });

  test('opens the parent of the current page, and closes it on request', async () => {
    at('/lab/inventory/storage-management/01JABC');
    expect(isOpen('Inventory')).toBe('true');
    expect(current()).toEqual(['/lab/inventory/storage-management']);
    await userEvent.click(screen.getByRole('button', { name: 'Inventory' }));
    expect(isOpen('Inventory')).toBe('false');
    expect(screen.queryByRole('link', { name: 'Storage Management' })).toBeNull();
  });

  test('expands a parent without a page instead of opening one, and links to the page of another', async () => {
    at('/dev-tools');
    expect(screen.queryByRole('link', { name: 'Inventory' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Inventory' }));
    expect(screen.getByRole('link', { name: 'Storage Management' })).toBeTruthy();
    expect(current()).toEqual(['/dev-tools']);
  });

  test('lists its entries in captioned groups', () => {
    at('/');
    const work = screen.getByRole('list', { name: 'Work' });
    expect(
      within(work)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(['Dashboard', 'Batches', 'Lab Orders']);
    expect(screen.getByRole('list', { name: 'Setup' })).toBeTruthy();
  });

  test('names the entries that need a connection while there is none, and keeps them as links', () => {
    at('/', true);
    const orders = screen.getByRole('link', { name: 'Lab Orders , needs a connection' });
    expect(orders.getAttribute('href')).toBe('/lab/orders');
    expect(screen.getByRole('link', { name: 'Batches' })).toBeTruthy();
  });
});

describe('the rail', () => {
  test('has a named link for each entry, and opens the whole menu for a group', async () => {
    const onOpen = vi.fn();
    render(<MenuRail menu={MENU_SHOWN} path="/lab/batches/01J" onOpen={onOpen} offline />);
    expect(current()).toEqual(['/lab/batches']);
    expect(screen.getByRole('link', { name: 'Lab Orders, needs a connection' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Inventory: open the menu' }));
    expect(onOpen).toHaveBeenCalledOnce();
  });
});
