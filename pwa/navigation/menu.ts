import { menuFor, type SiteVariant } from '#db/access/menus.ts';
import type { RoleOrVisitor } from '#db/access/visitor.ts';

export interface NavigationEntry {
  label: string;
  path: string;
  children?: readonly NavigationEntry[];
}

/** Keeps the entries that lead somewhere: pages that exist, and parents with at least one such child. */
export function existingEntries(
  entries: readonly NavigationEntry[],
  exists: (path: string) => boolean,
): NavigationEntry[] {
  return entries.flatMap((entry): NavigationEntry[] => {
    if (!entry.children) return exists(entry.path) ? [entry] : [];
    const children = existingEntries(entry.children, exists);
    if (children.length > 0) return [{ ...entry, children }];
    return exists(entry.path) ? [{ label: entry.label, path: entry.path }] : [];
  });
}

/** The side menu of a person; nobody without a role sees one. */
export function menuOf(
  variant: SiteVariant,
  visitor: RoleOrVisitor | null,
  exists: (path: string) => boolean,
): NavigationEntry[] {
  return existingEntries(menuFor(variant, visitor), exists);
}
