import type { KeyPlace } from '#pwa/scanning/keys/burst-state.ts';

/** A page that G and a letter open: the first of the paths that the person may open. */
interface PageShortcut {
  letter: string;
  label: string;
  paths: readonly string[];
}

/** The pages that G and a letter open. */
const PAGE_SHORTCUTS: readonly PageShortcut[] = [
  { letter: 'h', label: 'Home', paths: ['/'] },
  { letter: 'q', label: 'Queue', paths: ['/lab/queue', '/queue'] },
  { letter: 't', label: 'My tasks', paths: ['/lab/assigned-sections'] },
  { letter: 'r', label: 'Receive shipment', paths: ['/lab/specimens/accession'] },
  { letter: 'b', label: 'Batches', paths: ['/lab/batches'] },
  { letter: 's', label: 'Specimens', paths: ['/lab/specimens', '/specimens'] },
  { letter: 'm', label: 'Samples', paths: ['/lab/samples'] },
  { letter: 'l', label: 'Storage locations', paths: ['/lab/inventory/storage-management'] },
  { letter: 'o', label: 'Orders', paths: ['/lab/orders', '/orders'] },
  { letter: 'p', label: 'Projects', paths: ['/lab/projects', '/projects'] },
  { letter: 'c', label: 'Organizations', paths: ['/organizations', '/locations'] },
  { letter: 'a', label: 'Pending approvals', paths: ['/approvals'] },
  { letter: 'i', label: 'Invoices', paths: ['/billing/invoices', '/invoices'] },
  { letter: 'u', label: 'Users', paths: ['/users'] },
];

/** The actions of the shortcuts that no page owns. */
export type ShortcutAction = 'search' | 'help';

/** The keys of these actions, for the handler and for the list of shortcuts. */
export const ACTION_SHORTCUTS: readonly {
  key: string;
  ctrl: boolean;
  action: ShortcutAction;
  label: string;
}[] = [
  { key: 'k', ctrl: true, action: 'search', label: 'Search or scan' },
  { key: '/', ctrl: false, action: 'search', label: 'Search or scan' },
  { key: '?', ctrl: false, action: 'help', label: 'Show keyboard shortcuts' },
];

/** A page that the person reaches by G and a letter. */
export interface OpenPageShortcut {
  letter: string;
  label: string;
  path: string;
}

/** List the page shortcuts of a person. */
export const pageShortcutsFor = (mayOpen: (path: string) => boolean): OpenPageShortcut[] =>
  PAGE_SHORTCUTS.flatMap(({ letter, label, paths }) => {
    const path = paths.find(mayOpen);
    return path === undefined ? [] : [{ letter, label, path }];
  });

/** A key of the page. */
export interface ShortcutKey {
  key: string;
  ctrl: boolean;
  alt: boolean;
  at: number;
  place: KeyPlace;
  /** A dialog or a menu is open, or the key was handled already. */
  isTaken: boolean;
  /** The browser sent it: a listener for hand scanners has not judged it. */
  isRaw: boolean;
}

export type ShortcutResult = { action: ShortcutAction } | { path: string } | null;

/** The letter after G comes within this time. */
const SEQUENCE_MS = 1500;
/** Keys that follow each other faster are a hand scanner's, also where no listener holds its keys back. */
const SCANNER_GAP_MS = 35;

/** Create the reader of shortcuts, which gives each key its action, its page, or null. */
export function createShortcutReader(): (
  pressed: ShortcutKey,
  pages: readonly OpenPageShortcut[],
) => ShortcutResult {
  let startedAt: number | null = null;
  let lastAt = Number.NEGATIVE_INFINITY;
  return (pressed, pages) => {
    const { key, ctrl, alt, at, place, isTaken, isRaw } = pressed;
    const isScanner = isRaw && at - lastAt < SCANNER_GAP_MS;
    const started = startedAt;
    lastAt = at;
    startedAt = null;
    if (alt || isTaken || isScanner) return null;
    const shortcut = ACTION_SHORTCUTS.find((one) => one.ctrl === ctrl && one.key === key.toLowerCase());
    // Ctrl+K writes no text, so it also works in a field.
    if (shortcut && (ctrl || place === 'page')) return { action: shortcut.action };
    if (ctrl || place !== 'page') return null;
    const pressedLetter = key.toLowerCase();
    const page = pages.find((one) => one.letter === pressedLetter);
    if (started !== null && at - started <= SEQUENCE_MS && page) return { path: page.path };
    if (pressedLetter === 'g') startedAt = at;
    return null;
  };
}
