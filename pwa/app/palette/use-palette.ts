import { useRouter } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { mayOpen as mayOpenPage } from '#db/access/homes.ts';
import { useMenu } from '#pwa/navigation/menu.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { pageEntries } from './page-entries.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { readRecentChoices, storeRecentChoice } from './recent-choices.ts';

const NOWHERE = (): boolean => false;

/** Return a check whether the signed-in person may open an address. */
export function useMayOpen(): (address: string) => boolean {
  const { session } = useSession();
  return useMemo(() => (session ? (address: string) => mayOpenPage(session, address) : NOWHERE), [session]);
}

/** Return the pages, acts and last choices of the signed-in person, and how a choice is opened. */
export function usePalette(onClose: () => void) {
  const menu = useMenu();
  const mayOpen = useMayOpen();
  const { session } = useSession();
  const router = useRouter();
  const userCompanyId = session?.user.userCompanyId ?? '';
  const pages = useMemo(() => pageEntries(menu, mayOpen), [menu, mayOpen]);
  const recent = useMemo(() => readRecentChoices(userCompanyId), [userCompanyId]);
  const onChoose = useCallback(
    (entry: PaletteEntry) => {
      if (entry.href === null) return;
      storeRecentChoice(userCompanyId, entry);
      onClose();
      router.history.push(entry.href);
    },
    [router, userCompanyId, onClose],
  );
  return { pages, recent, mayOpen, onChoose, onClose };
}
