import { useRouter } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useMayOpen } from '#pwa/app/use-may-open.ts';
import { useMenu } from '#pwa/navigation/menu.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { pageEntries } from './page-entries.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { readRecentChoices, storeRecentChoice } from './recent-choices.ts';

/** Return the pages, actions and last choices of the signed-in person, and how a choice is opened. */
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
