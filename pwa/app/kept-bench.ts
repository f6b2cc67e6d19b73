import { z } from 'zod';
import { KEEP_BENCH } from './kept-files.ts';

const Answer = z.object({ complete: z.boolean() });
const AGAIN_MS = 60_000;
const REGISTERED_MS = 15_000;

/** Whether this browser keeps files for use without a network. */
export const canKeepBench = (): boolean => 'serviceWorker' in navigator && import.meta.env.PROD;

/** Asks once; false when some files could not be fetched. */
async function keepBench(): Promise<boolean> {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<unknown>) =>
      resolve(Answer.safeParse(data).data?.complete ?? false);
    active?.postMessage({ type: KEEP_BENCH }, [port2]);
  });
}

/**
 * Has the files of the bench kept on this device and tells whether they all are; without a service worker nothing is
 * told. Returns the way to stop.
 */
export function watchKeptBench(tell: (complete: boolean | null) => void): () => void {
  if (!canKeepBench()) return () => undefined;
  const stopped = new AbortController();
  let again: ReturnType<typeof setTimeout> | undefined;
  const ask = async (): Promise<void> => {
    clearTimeout(again);
    const complete = await keepBench().catch(() => false);
    if (stopped.signal.aborted) return;
    tell(complete);
    if (!complete) again = setTimeout(() => void ask(), AGAIN_MS);
  };
  void ask();
  window.addEventListener('online', () => void ask(), { signal: stopped.signal });
  // A worker that could not be registered answers never; the bench then works with a network only.
  const unregistered = setTimeout(() => {
    void navigator.serviceWorker.getRegistration().then((found) => {
      if (!found && !stopped.signal.aborted) tell(null);
    });
  }, REGISTERED_MS);
  stopped.signal.addEventListener('abort', () => {
    clearTimeout(again);
    clearTimeout(unregistered);
  });
  return () => stopped.abort();
}
