import { useMemo } from 'react';
import { menuFor } from '#db/access/menus.ts';
import { type ShownEntry, toShownMenu } from '#db/access/shown-menu.ts';
import { sitePathOf } from '#db/access/site-paths.ts';
import { useShell, visitorOf } from '#pwa/app/shell.ts';

/** An entry of the side menu with the pages below it. */
export type NavigationEntry = ShownEntry;

/** List every page of a menu once; subentries replace their parent. */
export function flatEntries(menu: readonly NavigationEntry[]): NavigationEntry[] {
  const all = menu.flatMap((entry) => entry.children ?? [entry]);
  return all.filter(({ path }, at) => all.findIndex((other) => other.path === path) === at);
}

const isBuilt = (path: string): boolean => sitePathOf(path)?.built === true;

/** Check whether a page exists; unbuilt pages are not a target. */
export const usePageExists = (): ((path: string) => boolean) => isBuilt;

/** Return the side menu of the signed-in user, without pages that are not built; empty without a role. */
export function useMenu(): readonly NavigationEntry[] {
  const { siteVariant, user } = useShell();
  return useMemo(() => toShownMenu(menuFor(siteVariant, visitorOf(user))), [siteVariant, user]);
}
