import { useEffect, useState } from 'react';
import { filter, firstValueFrom } from 'rxjs';
import { sessionWatch } from '#pwa/replica/session/session.ts';
import { worksOffline } from '#pwa/replica/session/works-offline.ts';

type BenchModule = typeof import('./bench.tsx');

let fetching: Promise<BenchModule> | null = null;
let fetched: BenchModule | null = null;

/** Load the code of the bench once; after a failure the next caller tries again. */
async function fetchBench(): Promise<BenchModule> {
  fetching ??= import('./bench.tsx').catch((problem: unknown) => {
    fetching = null;
    throw problem;
  });
  fetched = await fetching;
  return fetched;
}

/**
 * Load the bench and open the user's replica as soon as the user is known. On a handheld both take long, and
 * neither needs the page that renders meanwhile.
 */
export async function prefetchBench(): Promise<void> {
  const known = firstValueFrom(sessionWatch().state.pipe(filter(({ status }) => status !== 'loading')));
  const [{ openReplicaEarly: openAhead }, { session }] = await Promise.all([fetchBench(), known]);
  if (session && worksOffline(session)) openAhead(session);
}

/**
 * Return the code of the bench once it is loaded; null before, or for users without a bench, who never
 * download its database. Not React's `lazy`, which waits 300 ms before it replaces a fallback.
 */
export function useBench(enabled: boolean): BenchModule | null {
  const [bench, setBench] = useState(fetched);
  const [failed, setFailed] = useState<{ problem: unknown } | null>(null);
  useEffect(() => {
    if (!enabled || bench) return;
    let current = true;
    fetchBench().then(
      (module) => {
        if (current) setBench(module);
      },
      (problem: unknown) => {
        if (current) setFailed({ problem });
      },
    );
    return () => {
      current = false;
    };
  }, [enabled, bench]);
  if (failed) throw failed.problem;
  return enabled ? bench : null;
}

const KEY = 'bench-used';

/** Whether the last user of this device worked at the bench, so that its code is needed at once. */
export const benchExpected = (): boolean => localStorage.getItem(KEY) === 'yes';

/** Remember for the next start whether this user works at the bench. */
export const expectBench = (works: boolean): void => localStorage.setItem(KEY, works ? 'yes' : 'no');
