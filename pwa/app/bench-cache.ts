import { z } from 'zod';
import { KEEP_BENCH } from './file-cache.ts';

const Answer = z.object({ complete: z.boolean() });
const SOON_MS = 4_000;
const SELDOM_MS = 60_000;
const REGISTERED_MS = 15_000;
const CLAIMED_MS = 10_000;

/**
 * Whether all files of the bench are on this device and served to this page: nobody knows yet, some are missing, all are
 * there, or this browser keeps none.
 */
export type BenchCacheState = 'asking' | 'incomplete' | 'complete' | 'never';

/** Whether this browser keeps files for use without a network. */
export const canCacheBench = (): boolean => 'serviceWorker' in navigator && import.meta.env.PROD;

/** Asks once; false when some files could not be fetched. */
async function requestBenchCache(): Promise<boolean> {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<unknown>) =>
      resolve(Answer.safeParse(data).data?.complete ?? false);
    active?.postMessage({ type: KEEP_BENCH }, [port2]);
  });
}

/** The worker takes an open page over with its answer; until the page knows, it would ask the network for its parts. */
async function isServed(): Promise<boolean> {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) return true;
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(claimTimer);
      serviceWorker.removeEventListener('controllerchange', done);
      resolve(serviceWorker.controller !== null);
    };
    const claimTimer = setTimeout(done, CLAIMED_MS);
    serviceWorker.addEventListener('controllerchange', done);
  });
}

/**
 * Has the files of the bench kept on this device and tells whether they all are. Returns the way to stop.
 */
export function watchBenchCache(onChange: (cacheState: BenchCacheState) => void): () => void {
  if (!canCacheBench()) return () => undefined;
  const stopped = new AbortController();
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let requestCount = 0;
  let wait = SOON_MS;
  const ask = async (): Promise<void> => {
    clearTimeout(retryTimer);
    requestCount += 1;
    const requestNumber = requestCount;
    const complete = await requestBenchCache()
      .then((cacheState) => cacheState && isServed())
      .catch(() => false);
    // A network that has come back may not carry yet, so it is asked soon again; a question asked since has its own answer.
    if (stopped.signal.aborted || requestNumber !== requestCount) return;
    onChange(complete ? 'complete' : 'incomplete');
    if (complete) return;
    retryTimer = setTimeout(() => void ask(), wait);
    wait = Math.min(2 * wait, SELDOM_MS);
  };
  // A worker that is not registered answers never; until one is, the bench works with a network only.
  const checkRegistration = async (): Promise<void> => {
    if ((await navigator.serviceWorker.getRegistration()) || stopped.signal.aborted) return;
    onChange('never');
  };
  let unregistered = setTimeout(checkRegistration, REGISTERED_MS);
  const online = (): void => {
    wait = SOON_MS;
    void ask();
    clearTimeout(unregistered);
    unregistered = setTimeout(checkRegistration, REGISTERED_MS);
    if (navigator.serviceWorker.controller === null) onChange('incomplete');
  };
  void ask();
  window.addEventListener('online', online, { signal: stopped.signal });
  stopped.signal.addEventListener('abort', () => {
    clearTimeout(retryTimer);
    clearTimeout(unregistered);
  });
  return () => stopped.abort();
}
