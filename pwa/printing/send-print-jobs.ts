import { distinctUntilChanged, filter, map } from 'rxjs';
import type { Replica } from '#pwa/replica/replica.ts';
import type { PrintQueue } from './print-queue.ts';

/** Sends this person's waiting print jobs now and whenever the server is reached again; returns how to stop. */
export function sendPrintJobsWhenOnline(
  replica: Pick<Replica, 'contact' | 'actor'>,
  queue: PrintQueue,
): () => void {
  const send = (): void => {
    // What cannot be sent stays in the queue and goes with the next contact.
    queue.send(replica.actor.userId).catch(() => undefined);
  };
  send();
  const contact = replica.contact
    .pipe(
      map(({ online }) => online),
      distinctUntilChanged(),
      filter(Boolean),
    )
    .subscribe(send);
  window.addEventListener('online', send);
  return () => {
    contact.unsubscribe();
    window.removeEventListener('online', send);
  };
}
