import { useMemo } from 'react';
import { mayOpen } from '#db/access/homes.ts';
import { useSession } from '#pwa/replica/session/session.ts';

const NOWHERE = (): boolean => false;

/** Return a check whether the signed-in person may open an address. */
export function useMayOpen(): (address: string) => boolean {
  const { session } = useSession();
  return useMemo(() => (session ? (address: string) => mayOpen(session, address) : NOWHERE), [session]);
}
