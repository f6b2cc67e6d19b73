import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { menuOf, type NavigationEntry } from '#pwa/navigation/menu.ts';
import { useShell } from './shell.ts';

/** The side menu of the signed-in person, with the pages that this build has. */
export function useMenu(): NavigationEntry[] {
  const router = useRouter();
  const { siteVariant, user } = useShell();
  const role = user?.role ?? null;
  return useMemo(() => {
    const existing = new Set(Object.keys(router.routesByPath).map((path) => path.replace(/(.)\/$/, '$1')));
    return menuOf(siteVariant, role, (path) => existing.has(path));
  }, [router, siteVariant, role]);
}
