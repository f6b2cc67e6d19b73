import { useMemo } from 'react';
import { menuFor } from '#db/access/menus.ts';
import { sitePathOf } from '#db/access/site-paths.ts';
import type { NavigationEntry } from '#pwa/navigation/menu.ts';
import { useShell, visitorOf } from './shell.ts';

const isBuilt = (path: string): boolean => sitePathOf(path)?.built === true;

/** Check whether a page exists; unbuilt pages are not a target. */
export const usePageExists = (): ((path: string) => boolean) => isBuilt;

/** Return the side menu of the signed-in user; empty without a role. */
export function useMenu(): readonly NavigationEntry[] {
  const { siteVariant, user } = useShell();
  return useMemo(() => menuFor(siteVariant, visitorOf(user)), [siteVariant, user]);
}
