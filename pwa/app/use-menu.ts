import { useMemo } from 'react';
import { menuFor } from '#db/access/menus.ts';
import { sitePathOf } from '#db/access/site-paths.ts';
import type { NavigationEntry } from '#pwa/navigation/menu.ts';
import { useShell, visitorOf } from './shell.ts';

const isBuilt = (path: string): boolean => sitePathOf(path)?.built === true;

/** Asks whether a page is there already; what is not built yet is no place to send anybody to. */
export const usePageExists = (): ((path: string) => boolean) => isBuilt;

/** The side menu of the signed-in person; none without a role. */
export function useMenu(): readonly NavigationEntry[] {
  const { siteVariant, user } = useShell();
  return useMemo(() => menuFor(siteVariant, visitorOf(user)), [siteVariant, user]);
}
