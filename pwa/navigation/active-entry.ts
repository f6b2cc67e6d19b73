import type { NavigationEntry } from './menu.ts';

const covers = (entry: string, path: string): boolean =>
  entry === path || (entry !== '/' && path.startsWith(`${entry}/`));

/**
 * Find the menu entry of the current page: the longest path that equals or contains it (so an id counts as
 * its list).
 */
export function activePath(menu: readonly NavigationEntry[], path: string): string | null {
  const paths = menu.flatMap((entry) => [entry.path, ...(entry.children ?? []).map((child) => child.path)]);
  const fitting = paths.filter((candidate) => covers(candidate, path));
  return fitting.reduce<string | null>(
    (best, next) => (best === null || next.length > best.length ? next : best),
    null,
  );
}

/**
 * Check whether a parent is open by default: when the current page is one of its children, or its own
 * overview.
 */
export function opensByDefault(entry: NavigationEntry, active: string | null): boolean {
  return entry.path === active || (entry.children?.some((child) => child.path === active) ?? false);
}
