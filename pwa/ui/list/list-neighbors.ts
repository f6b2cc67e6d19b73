import { useRouter, useRouterState } from '@tanstack/react-router';
import { z } from 'zod';
import type { Neighbors } from '#pwa/ui/detail-header.tsx';

const KEY = 'opened-lists';
const MAX_LISTS = 8;
/** The rows of one page of a list, in the order shown, and the step of the history that they opened. */
const OpenedLists = z.array(
  z.object({ step: z.int(), addresses: z.array(z.string().startsWith('/')).max(500) }),
);
type OpenedList = z.infer<typeof OpenedLists>[number];

function readOpenedLists(): readonly OpenedList[] {
  try {
    const parsed = OpenedLists.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? '[]'));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}

/** Return how a list stores its rows when one of them is opened: their addresses, and nothing that they say. */
export function useStoreNeighbors(): (addresses: readonly string[]) => void {
  const router = useRouter({ warn: false });
  return (addresses) => {
    const at = router?.history.location.state.__TSR_index;
    if (at === undefined) return;
    // Steps ahead are given up by the navigation.
    const earlierLists = readOpenedLists().filter(({ step }) => step <= at);
    const lists = [...earlierLists, { step: at + 1, addresses: [...new Set(addresses)] }].slice(-MAX_LISTS);
    try {
      sessionStorage.setItem(KEY, JSON.stringify(lists));
    } catch {
      // Without the storage of the tab the page has no links to its neighbors.
    }
  };
}

const pathOf = (address: string): string => address.split('?', 1)[0] ?? address;

/**
 * Read the neighbors of the record on screen in the list that opened it; null when it was opened by a link,
 * which is another step of the history.
 */
export function useNeighbors(): Neighbors | null {
  const { pathname, state } = useRouterState({ select: ({ location }) => location });
  const addresses = readOpenedLists().find(({ step }) => step === state.__TSR_index)?.addresses ?? [];
  const at = addresses.findIndex((address) => pathOf(address) === pathname);
  if (at === -1 || addresses.length < 2) return null;
  return {
    previous: addresses[at - 1] ?? null,
    next: addresses[at + 1] ?? null,
    position: at + 1,
    total: addresses.length,
  };
}
