import type { MenuEntry } from './menus.ts';
import { isHub, sitePathOf } from './site-paths.ts';

/** The groups of the side menu, in their order. */
const MENU_GROUPS = ['Work', 'Records', 'Setup'] as const;
export type MenuGroup = (typeof MENU_GROUPS)[number];

/** The group of each entry by its path; the rest are records. */
const GROUP_OF: Readonly<Record<string, MenuGroup>> = {
  '/': 'Work',
  '/lab/queue': 'Work',
  '/queue': 'Work',
  '/approvals': 'Work',
  '/lab/batches': 'Work',
  '/lab/specimens': 'Work',
  '/lab/samples': 'Work',
  '/lab/orders': 'Work',
  '/orders': 'Work',
  '/specimens': 'Work',
  '/lab/clinical-director': 'Work',
  '/lab/research-director': 'Work',
  '/users': 'Setup',
  '/lab/protocols': 'Setup',
  '/lab/protocols/pricing': 'Setup',
  '/lab/services': 'Setup',
  '/inventory': 'Setup',
  '/admin': 'Setup',
  '/manager': 'Setup',
  '/dev-tools': 'Setup',
  '/support': 'Setup',
};

/** An entry of the side menu as it is shown. */
export interface ShownEntry {
  label: string;
  path: string;
  /** The entry has no page of its own: it only shows and hides its children. */
  isGroup?: true;
  children?: readonly ShownEntry[];
}

/**
 * Keep what leads somewhere: entries whose page is built, and parents of such pages. A parent whose page only
 * links to its children, or is not built, is a group without a page.
 */
export function toShownMenu(menu: readonly MenuEntry[]): ShownEntry[] {
  return menu.flatMap(({ label, path, children }): ShownEntry[] => {
    const shownChildren = children && toShownMenu(children);
    const hasPage = sitePathOf(path)?.built === true && !(shownChildren && isHub(path));
    if (!shownChildren) return hasPage ? [{ label, path }] : [];
    if (shownChildren.length === 0) return hasPage ? [{ label, path }] : [];
    return [
      hasPage
        ? { label, path, children: shownChildren }
        : { label, path, isGroup: true, children: shownChildren },
    ];
  });
}

/** Divide a menu into its groups; entries keep their order within a group. */
export const groupMenu = <Entry extends { path: string }>(
  menu: readonly Entry[],
): { caption: MenuGroup; entries: readonly Entry[] }[] =>
  MENU_GROUPS.map((caption) => ({
    caption,
    entries: menu.filter(({ path }) => (GROUP_OF[path] ?? 'Records') === caption),
  })).filter(({ entries }) => entries.length > 0);
