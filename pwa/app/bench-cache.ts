import { useEffect, useState } from 'react';
import { z } from 'zod';
import { KEEP_BENCH } from './file-cache.ts';

const Answer = z.object({ complete: z.boolean() });
const SOON_MS = 4_000;
const SELDOM_MS = 60_000;
const REGISTERED_MS = 15_000;
const CLAIMED_MS = 10_000;

/**
 * Whether all files of the bench are on this device and served to this page: unknown, incomplete, complete,
 * or not supported by this browser.
 */
export type BenchCacheState = 'asking' | 'incomplete' | 'complete' | 'never';

/** Whether this browser can cache files for offline use. */
const canCacheBench = (): boolean => 'serviceWorker' in navigator && import.meta.env.PROD;

/** Request the files once; false when some could not be fetched. */
async function requestBenchCache(): Promise<boolean> {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<unknown>) =>
      resolve(Answer.safeParse(data).data?.complete ?? false);
    active?.postMessage({ type: KEEP_BENCH }, [port2]);
  });
}

/**
 * The worker claims an open page with its answer; until the page knows, it would load its parts from the
 * network.
 */
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
 * Cache the bench files on this device and report whether they are complete. Returns a function that stops.
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
    // A network that has just returned may still fail, so the next try is soon; a newer request has its own
    // answer.
    if (stopped.signal.aborted || requestNumber !== requestCount) return;
    onChange(complete ? 'complete' : 'incomplete');
    if (complete) return;
    retryTimer = setTimeout(() => void ask(), wait);
    wait = Math.min(2 * wait, SELDOM_MS);
  };
  // An unregistered worker never answers; until one is registered, the bench only works with a network.
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

/** Return whether every file of the bench is on this device. */
export function useBenchCacheState(): BenchCacheState {
  const [cacheState, setCacheState] = useState<BenchCacheState>(() => (canCacheBench() ? 'asking' : 'never'));
  useEffect(() => watchBenchCache(setCacheState), []);
  return cacheState;
}
