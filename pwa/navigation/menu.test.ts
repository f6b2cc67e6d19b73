import { describe, expect, test } from 'vitest';
import { MENU } from '#db/access/menus.ts';
import { flatEntries } from './menu.ts';
import { activePath, opensByDefault } from './sidebar.tsx';

const entries = [MENU.dashboard, MENU.inventory, MENU.batches];

describe('the side menu', () => {
  test('the page of one record counts as its list, and the dashboard as itself alone', () => {
    expect(activePath(entries, '/lab/batches/01J')).toBe('/lab/batches');
    expect(activePath(entries, '/lab/inventory/items/01J')).toBe('/lab/inventory/items');
    expect(activePath(entries, '/somewhere')).toBeNull();
  });

  test('the page of a parent marks the parent', () => {
    expect(activePath(entries, '/inventory')).toBe('/inventory');
  });

  test('a parent is open when the current page is one of its subentries', () => {
    expect(opensByDefault(MENU.inventory, '/lab/inventory/items')).toBe(true);
    expect(opensByDefault(MENU.inventory, '/inventory')).toBe(true);
    expect(opensByDefault(MENU.inventory, '/lab/batches')).toBe(false);
  });

  test('a page under two consecutive parents appears only once', () => {
    const paths = flatEntries([MENU.adminClinical, MENU.devTools]).map(({ path }) => path);
    expect(paths).toEqual(['/event-log', '/permissions', '/data-sync', '/email-test']);
  });
});
