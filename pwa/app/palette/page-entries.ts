import type { NavigationEntry } from '#pwa/navigation/menu.ts';
import type { PaletteEntry } from './palette-entry.ts';

/** An action that begins on a page of its own. */
interface Action {
  label: string;
  path: string;
  words: string;
}

const PAGE_ACTIONS: readonly Action[] = [
  { label: 'Receive shipment', path: '/lab/specimens/accession', words: 'accession check in package' },
  { label: 'Check out samples', path: '/lab/samples/check-out', words: 'take custody' },
  { label: 'Check in samples', path: '/lab/samples/check-in', words: 'return store' },
  { label: 'Move samples', path: '/lab/samples/move', words: 'box rack place re-rack stock-take' },
  { label: 'New order', path: '/order/create', words: 'create draft' },
  { label: 'Contact support', path: '/support/contact', words: 'help question' },
];

/** Pages that no side menu has. */
const OTHER_PAGES: readonly NavigationEntry[] = [
  { label: 'My tasks', path: '/lab/assigned-sections' },
  { label: 'Notes', path: '/notes' },
  { label: 'Data Sync', path: '/data-sync' },
  { label: 'Settings', path: '/settings' },
  { label: 'Account', path: '/settings/account' },
];

const ACTIONS_CAPTION = 'Actions';
const PAGES_CAPTION = 'Pages';

/** List the actions and pages that a person may open; the menu has only such pages. */
export function pageEntries(
  menu: readonly NavigationEntry[],
  mayOpen: (path: string) => boolean,
): PaletteEntry[] {
  const actions = PAGE_ACTIONS.map(
    ({ label, path, words }): PaletteEntry => ({
      key: `action|${path}`,
      group: ACTIONS_CAPTION,
      title: label,
      detail: '',
      href: path,
      words,
    }),
  );
  const toPage = (entry: NavigationEntry, parent = ''): PaletteEntry => ({
    key: `page|${entry.path}`,
    group: PAGES_CAPTION,
    title: entry.label,
    detail: parent,
    href: entry.path,
  });
  const pages = menu.flatMap((entry) => [
    ...(entry.isGroup ? [] : [toPage(entry)]),
    ...(entry.children ?? []).map((child) => toPage(child, entry.label)),
  ]);
  const all = [...actions, ...pages, ...OTHER_PAGES.map((entry) => toPage(entry))];
  return all.filter(
    ({ href, key }, at) =>
      href !== null && mayOpen(href) && all.findIndex((other) => other.key === key) === at,
  );
}
