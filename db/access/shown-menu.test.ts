import { describe, expect, it } from 'vitest';
import { PERMISSIONS } from '#db/identity/permission-group.ts';
import { MENU, menuFor } from './menus.ts';
import { ROLES, type Role } from './roles.ts';
import { SITE_VARIANTS } from './session.ts';
import { groupMenu, toShownMenu } from './shown-menu.ts';
import { sitePathOf } from './site-paths.ts';

const menuOf = (role: Role) =>
  toShownMenu(menuFor('lab-services', { role, permissions: [...PERMISSIONS], parentCompanyId: null }));

describe('the shown menu', () => {
  it('leads only to built pages, and keeps all built pages of the specification', () => {
    for (const variant of SITE_VARIANTS)
      for (const role of ROLES) {
        const all = menuFor(variant, { role, permissions: [...PERMISSIONS], parentCompanyId: null });
        const shownMenu = toShownMenu(all);
        const pages = shownMenu.flatMap((entry) => [
          ...(entry.isGroup ? [] : [entry]),
          ...(entry.children ?? []),
        ]);
        expect(pages.filter(({ path }) => sitePathOf(path)?.built !== true)).toEqual([]);
        const entriesWithPage = all.flatMap((entry) => entry.children ?? [entry]);
        const expected = entriesWithPage
          .filter(({ path }) => sitePathOf(path)?.built === true)
          .map(({ path }) => path);
        expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(expected));
      }
  });

  it('turns a parent that only links to its children into a group, and keeps one with a page', () => {
    expect(toShownMenu([MENU.inventory])).toEqual([
      {
        label: 'Inventory',
        path: '/inventory',
        isGroup: true,
        children: [
          { label: 'Sequencers', path: '/lab/inventory/sequencers' },
          { label: 'Storage Management', path: '/lab/inventory/storage-management' },
        ],
      },
    ]);
    expect(toShownMenu([MENU.support])[0]).toMatchObject({ path: '/support', children: [{}, {}] });
    expect(toShownMenu([MENU.support])[0]).not.toHaveProperty('isGroup');
    expect(toShownMenu([MENU.protocols, MENU.sequencing])).toEqual([
      {
        label: 'Protocols',
        path: '/lab/protocols',
        children: [
          { label: 'Protocols', path: '/lab/protocols' },
          { label: 'Procedures', path: '/lab/procedures' },
          { label: 'Sections', path: '/lab/sections' },
          { label: 'Analysis', path: '/lab/analysis' },
          { label: 'Flows', path: '/lab/flows' },
        ],
      },
      { label: 'Sequencing', path: '/internal/results' },
    ]);
  });

  it('has groups in one order, and every entry once', () => {
    for (const role of ROLES) {
      const menu = menuOf(role);
      const groups = groupMenu(menu);
      expect(groups.flatMap(({ entries }) => entries)).toHaveLength(menu.length);
      expect(groups[0]?.entries[0]?.path).toBe('/');
    }
    expect(groupMenu(menuOf('LAB_TECH')).map(({ caption }) => caption)).toEqual(['Work', 'Records', 'Setup']);
  });
});
