import { Dexie, type EntityTable, liveQuery } from 'dexie';
import { distinctUntilChanged, filter, map } from 'rxjs';
import { printLabels } from '#db/api/samples/barcodes.ts';
import { LOCAL_PRINTERS, type PrintJobInput } from '#db/labels/print-job.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';

/** A job on this device that the server does not have yet. */
export interface QueuedJob {
  id: string;
  userId: string;
  queuedAt: string;
  job: PrintJobInput;
  /** Why the server refused the job; it then waits for a user. */
  refusal: string | null;
  /** Why the lab's printer did not print the job at the last try. */
  trouble?: string;
}

interface PrintCount {
  barcode: string;
  count: number;
}

export type PrintDatabase = Dexie & {
  jobs: EntityTable<QueuedJob, 'id'>;
  printed: EntityTable<PrintCount, 'barcode'>;
};

/** The server's answer; `status` 0 means that it could not be reached. */
export interface PrintAnswer {
  status: number;
  message: string | null;
}

export type PostPrintJob = (job: PrintJobInput) => Promise<PrintAnswer>;

/** Open the device's own print database. */
export function openPrintDatabase(name = 'benchside-print'): PrintDatabase {
  // Type assertion: Dexie adds the tables that `stores` names.
  const database = new Dexie(name) as PrintDatabase;
  database.version(1).stores({ jobs: 'id, userId, queuedAt', printed: 'barcode' });
  return database;
}

const messageOf = (body: unknown): string | null =>
  body instanceof Object && 'error' in body && typeof body.error === 'string' ? body.error : null;

/** Send a job to the server. */
const postPrintJob: PostPrintJob = async (job) => {
  try {
    const response = await fetch(printLabels.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(job),
    });
    const body: unknown = response.ok ? null : await response.json().catch(() => null);
    return { status: response.status, message: messageOf(body) };
  } catch {
    return { status: 0, message: null };
  }
};

const isLocal = (job: PrintJobInput): boolean => LOCAL_PRINTERS.some((local) => local === job.printer);
/** An error of the job itself: sending it again unchanged would fail the same way. */
const isRefusal = (status: number): boolean => [400, 403, 404, 409, 413, 422].includes(status);
/** The server is reachable and reports that the printer is not. */
const printerProblemOf = ({ status, message }: PrintAnswer): string | null =>
  status === 503 ? message : null;

/** The print jobs of this device: counted, stored while offline, sent in order, each exactly once. */
export interface PrintQueue {
  add(job: PrintJobInput, userId: string): Promise<void>;
  /**
   * Send this user's waiting jobs; stops at the first job that cannot reach the server, not at an unreachable
   * printer.
   */
  send(userId: string): Promise<void>;
  waiting(userId: string): Promise<QueuedJob[]>;
  /**
   * Report this user's waiting jobs now and after every change, in this tab or another; returns a function
   * that stops.
   */
  watch(userId: string, onJobs: (jobs: readonly QueuedJob[]) => void): () => void;
  /** Count how often each code was printed on this device. */
  timesPrinted(barcodes: readonly string[]): Promise<ReadonlyMap<string, number>>;
  giveReason(id: string, reason: string): Promise<void>;
  remove(id: string): Promise<void>;
}

const countLabels = async (database: PrintDatabase, job: PrintJobInput): Promise<void> => {
  for (const { barcode } of job.labels) {
    const known = await database.printed.get(barcode);
    await database.printed.put({ barcode, count: (known?.count ?? 0) + job.copies });
  }
};

const settle = async (database: PrintDatabase, queued: QueuedJob, answer: PrintAnswer): Promise<boolean> => {
  if (answer.status >= 200 && answer.status < 300) {
    await database.transaction('rw', database.jobs, database.printed, async () => {
      // Two tabs may have sent the same job; only the one that removes it from the queue counts it.
      if (!(await database.jobs.get(queued.id))) return;
      await database.jobs.delete(queued.id);
      if (!isLocal(queued.job)) await countLabels(database, queued.job);
    });
    return true;
  }
  if (!isRefusal(answer.status)) return false;
  const refusal = answer.message ?? 'The server refused this print job. Print the labels again.';
  await database.jobs.update(queued.id, { refusal });
  return true;
};

/** Create the queue over a print database; `post` sends to the server. */
export function createPrintQueue(database: PrintDatabase, post: PostPrintJob = postPrintJob): PrintQueue {
  let sending: Promise<void> = Promise.resolve();
  const waiting = async (userId: string): Promise<QueuedJob[]> => {
    const jobs = await database.jobs.where('userId').equals(userId).toArray();
    return jobs.sort((a, b) => a.queuedAt.localeCompare(b.queuedAt) || a.id.localeCompare(b.id));
  };
  const sendAll = async (userId: string): Promise<void> => {
    // An unreachable printer blocks only its own labels, and is tried once per round.
    const silent = new Map<string, string>();
    for (const queued of await waiting(userId)) {
      if (queued.refusal !== null) continue;
      const { printer } = queued.job;
      const answer = silent.has(printer) ? null : await post(queued.job);
      const unreachableText = silent.get(printer) ?? (answer && printerProblemOf(answer));
      if (unreachableText) {
        silent.set(printer, unreachableText);
        await database.jobs.update(queued.id, { trouble: unreachableText });
      } else if (answer && !(await settle(database, queued, answer))) return;
    }
  };
  return {
    waiting,
    watch: (userId, onJobs) => {
      const subscription = liveQuery(() => waiting(userId)).subscribe({ next: onJobs });
      return () => subscription.unsubscribe();
    },
    add: (job, userId) =>
      database.transaction('rw', database.jobs, database.printed, async () => {
        await database.jobs.add({
          id: job.id,
          userId,
          queuedAt: new Date().toISOString(),
          job,
          refusal: null,
        });
        if (isLocal(job)) await countLabels(database, job);
      }),
    send: (userId) => {
      sending = sending.catch(() => undefined).then(() => sendAll(userId));
      return sending;
    },
    timesPrinted: async (barcodes) => {
      const counts = await database.printed.bulkGet([...barcodes]);
      return new Map(counts.flatMap((known) => (known ? [[known.barcode, known.count] as const] : [])));
    },
    giveReason: async (id, reason) => {
      const queued = await database.jobs.get(id);
      if (queued)
        await database.jobs.put({ ...queued, refusal: null, job: { ...queued.job, reprintReason: reason } });
    },
    remove: (id) => database.jobs.delete(id),
  };
}

/** Nobody watches a print dialog when labels of hours ago are sent, so failures are reported. */
function reportProblems(waiting: readonly QueuedJob[]): void {
  const [first] = waiting.flatMap(({ refusal, trouble: problem }) => refusal ?? problem ?? []);
  if (first) toast.warning(`Labels are queued under Settings, Printers. ${first}`);
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
