import { useEffect, useEffectEvent, useRef } from 'react';
import { type Sample, sample } from '#db/samples/sample.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { readDocument } from '#pwa/replica/operations/read-view.ts';
import { rowOf } from '#pwa/replica/store/document.ts';

/** The tube in the address; `onTaken` removes it from there, so that a reload does not process it again. */
export interface DeepLink {
  sampleId: string | undefined;
  onTaken(): void;
}

/** Process the preselected tube once, as soon as the page has loaded its data. */
export function useDeepLink(
  deepLink: DeepLink | undefined,
  ready: boolean,
  take: (row: Sample) => void | Promise<void>,
): void {
  const replica = useReplica();
  const process = useEffectEvent(take);
  const leave = useEffectEvent(() => deepLink?.onTaken());
  const takenId = useRef<string | null>(null);
  const id = deepLink?.sampleId;
  useEffect(() => {
    if (!ready || id === undefined || takenId.current === id) return;
    takenId.current = id;
    const read = async (): Promise<void> => {
      const sampleDocument = await readDocument(replica, 'samples', id);
      if (sampleDocument) await process(rowOf(sample, sampleDocument.body));
      leave();
    };
    void read().catch(() => undefined);
  }, [replica, ready, id]);
}

/** Run an action on the preselected box once, when the page is ready and no other action runs. */
export function usePreselection<T>(
  preselected: T | undefined,
  idle: boolean,
  onStart: (preselected: T) => void,
): void {
  const done = useRef(false);
  const start = useEffectEvent(onStart);
  useEffect(() => {
    if (done.current || preselected === undefined) return;
    done.current = true;
    if (idle) start(preselected);
  }, [preselected, idle]);
}
