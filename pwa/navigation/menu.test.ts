import { describe, expect, test } from 'vitest';
import { MENU } from '#db/access/menu-entries.ts';
import { activePath, opensByDefault } from './active-entry.ts';
import { existingEntries, menuOf } from './menu.ts';

const entries = [MENU.dashboard, MENU.inventory, MENU.batches];

describe('the side menu', () => {
  test('a person without a role sees none', () => {
    expect(menuOf('clinical', null, () => true)).toEqual([]);
  });

  test('only pages that exist are offered', () => {
    const shown = existingEntries(
      entries,
      (path) => path === '/' || path === '/lab/inventory/storage-management',
    );
    expect(shown.map((entry) => entry.label)).toEqual(['Dashboard', 'Inventory']);
    expect(shown[1]?.children?.map((entry) => entry.label)).toEqual(['Storage Management']);
  });

  test('the page of one record counts as its list, and the dashboard as itself alone', () => {
    expect(activePath(entries, '/lab/batches/01J')).toBe('/lab/batches');
    expect(activePath(entries, '/lab/inventory/items/01J')).toBe('/lab/inventory/items');
    expect(activePath(entries, '/somewhere')).toBeNull();
  });

  test('a parent is open when the open page is one of its subentries', () => {
    expect(opensByDefault(MENU.inventory, '/lab/inventory/items')).toBe(true);
    expect(opensByDefault(MENU.inventory, '/lab/batches')).toBe(false);
  });
});
