import { distinctUntilChanged, filter, map } from 'rxjs';
import type { Replica } from '#pwa/replica/replica.ts';
import { toast } from '#pwa/ui/toast.tsx';
import type { PrintQueue, QueuedJob } from './print-queue.ts';

/** Nobody watches a print dialog when labels of hours ago are sent, so failures are reported. */
function reportProblems(waiting: readonly QueuedJob[]): void {
  const [first] = waiting.flatMap(({ refusal, trouble: problem }) => refusal ?? problem ?? []);
  if (first) toast.warning(`Labels wait under Settings, Printers. ${first}`);
}

/**
 * Send this user's waiting print jobs now and whenever the server is reachable again; returns a function that
 * stops.
 */
export function sendPrintJobsWhenOnline(
  replica: Pick<Replica, 'contact' | 'actor'>,
  queue: PrintQueue,
): () => void {
  const send = (): void => {
    const { userId } = replica.actor;
    // Unsent jobs stay in the queue until the next contact.
    queue
      .send(userId)
      .then(async () => reportProblems(await queue.waiting(userId)))
      .catch(() => undefined);
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
