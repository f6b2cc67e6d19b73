import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { menuOf, type NavigationEntry } from '#pwa/navigation/menu.ts';
import { useShell, visitorOf } from './shell.ts';

/** Asks whether this build has a page at a path; what leads nowhere is not offered. */
export function usePageExists(): (path: string) => boolean {
  const router = useRouter();
  return useMemo(() => {
    const existing = new Set(Object.keys(router.routesByPath).map((path) => path.replace(/(.)\/$/, '$1')));
    return (path) => existing.has(path);
  }, [router]);
}

/** The side menu of the signed-in person, with the pages that this build has. */
export function useMenu(): NavigationEntry[] {
  const exists = usePageExists();
  const { siteVariant, user } = useShell();
  return useMemo(() => menuOf(siteVariant, visitorOf(user), exists), [exists, siteVariant, user]);
}
