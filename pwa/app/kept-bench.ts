import { z } from 'zod';
import { KEEP_BENCH } from './kept-files.ts';

const Answer = z.object({ complete: z.boolean() });
const SOON_MS = 4_000;
const SELDOM_MS = 60_000;
const REGISTERED_MS = 15_000;
const CLAIMED_MS = 10_000;

/**
 * Whether all files of the bench are on this device and served to this page: nobody knows yet, some are missing, all are
 * there, or this browser keeps none.
 */
export type KeptBench = 'asking' | 'incomplete' | 'complete' | 'never';

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

/** The worker takes an open page over with its answer; until the page knows, it would ask the network for its parts. */
async function isServed(): Promise<boolean> {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) return true;
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(late);
      serviceWorker.removeEventListener('controllerchange', done);
      resolve(serviceWorker.controller !== null);
    };
    const late = setTimeout(done, CLAIMED_MS);
    serviceWorker.addEventListener('controllerchange', done);
  });
}

/**
 * Has the files of the bench kept on this device and tells whether they all are. Returns the way to stop.
 */
export function watchKeptBench(tell: (kept: KeptBench) => void): () => void {
  if (!canKeepBench()) return () => undefined;
  const stopped = new AbortController();
  let again: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  let wait = SOON_MS;
  const ask = async (): Promise<void> => {
    clearTimeout(again);
    asked += 1;
    const turn = asked;
    const complete = await keepBench()
      .then((kept) => kept && isServed())
      .catch(() => false);
    // A network that has come back may not carry yet, so it is asked soon again; a question asked since has its own answer.
    if (stopped.signal.aborted || turn !== asked) return;
    tell(complete ? 'complete' : 'incomplete');
    if (complete) return;
    again = setTimeout(() => void ask(), wait);
    wait = Math.min(2 * wait, SELDOM_MS);
  };
  // A worker that is not registered answers never; until one is, the bench works with a network only.
  const look = async (): Promise<void> => {
    if ((await navigator.serviceWorker.getRegistration()) || stopped.signal.aborted) return;
    tell('never');
  };
  let unregistered = setTimeout(look, REGISTERED_MS);
  const online = (): void => {
    wait = SOON_MS;
    void ask();
    clearTimeout(unregistered);
    unregistered = setTimeout(look, REGISTERED_MS);
    if (navigator.serviceWorker.controller === null) tell('incomplete');
  };
  void ask();
  window.addEventListener('online', online, { signal: stopped.signal });
  stopped.signal.addEventListener('abort', () => {
    clearTimeout(again);
    clearTimeout(unregistered);
  });
  return () => stopped.abort();
}
