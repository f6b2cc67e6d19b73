import { useEffect, useState } from 'react';
import { filter, firstValueFrom } from 'rxjs';
import { sessionWatch } from '#pwa/replica/session.ts';
import { worksOffline } from '#pwa/replica/works-offline.ts';

type BenchModule = typeof import('./bench.tsx');

let fetching: Promise<BenchModule> | null = null;
let fetched: BenchModule | null = null;

/** Fetches the code of the bench once; after a failure the next who wants it tries again. */
async function fetchBench(): Promise<BenchModule> {
  fetching ??= import('./bench.tsx').catch((problem: unknown) => {
    fetching = null;
    throw problem;
  });
  fetched = await fetching;
  return fetched;
}

/**
 * Fetches the bench and opens the person's replica as soon as it is known who they are. On a handheld both take long,
 * and neither needs the page that is drawn meanwhile.
 */
export async function prefetchBench(): Promise<void> {
  const known = firstValueFrom(sessionWatch().state.pipe(filter(({ status }) => status !== 'loading')));
  const [{ openReplicaEarly: openAhead }, { session }] = await Promise.all([fetchBench(), known]);
  if (session && worksOffline(session.user.role)) openAhead(session);
}

/**
 * The code of the bench, once it is here; null before, or when it is not wanted: people who do not work at the bench
 * never download its database. Not React's `lazy`: what that reveals waits 300 ms after what stood in for it.
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
