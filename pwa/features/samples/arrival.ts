import { useEffect, useRef } from 'react';
import { type Sample, sample } from '#db/samples/sample.ts';
import { rowOf } from '#pwa/replica/document.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { readDocument } from '#pwa/replica/read-view.ts';

/** The tube that the address names; `onTaken` makes the address forget it, so that a reload does not take it again. */
export interface Arrival {
  sampleId: string | undefined;
  onTaken(): void;
}

/** Takes the tube with which the person came, once, as soon as the page has read what it needs. */
export function useArrival(
  arrival: Arrival | undefined,
  ready: boolean,
  take: (row: Sample) => void | Promise<void>,
): void {
  const replica = useReplica();
  const newest = useRef({ arrival, take });
  newest.current = { arrival, take };
  const taken = useRef<string | null>(null);
  const id = arrival?.sampleId;
  useEffect(() => {
    if (!ready || id === undefined || taken.current === id) return;
    taken.current = id;
    const read = async (): Promise<void> => {
      const found = await readDocument(replica, 'samples', id);
      if (found) await newest.current.take(rowOf(sample, found.body));
      newest.current.arrival?.onTaken();
    };
    void read().catch(() => undefined);
  }, [replica, ready, id]);
}

/** Does something with the box of the address once, when the page is ready and nothing else is under way. */
export function useOffered<T>(offered: T | undefined, idle: boolean, begin: (offered: T) => void): void {
  const done = useRef(false);
  const newest = useRef(begin);
  newest.current = begin;
  useEffect(() => {
    if (done.current || offered === undefined) return;
    done.current = true;
    if (idle) newest.current(offered);
  }, [offered, idle]);
}
