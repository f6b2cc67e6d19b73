import { Dexie, type EntityTable, liveQuery } from 'dexie';
import { LOCAL_PRINTERS, type PrintJobInput } from '#db/labels/print-job.ts';

/** A job on this device that the server has not taken yet. */
export interface QueuedJob {
  id: string;
  userId: string;
  queuedAt: string;
  job: PrintJobInput;
  /** Why the server refused it; it then waits for a person. */
  refusal: string | null;
  /** What kept the lab's printer from printing it at the last try. */
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

/** How the server answered; `status` 0 means that it could not be reached. */
export interface PrintAnswer {
  status: number;
  message: string | null;
}

export type PostPrintJob = (job: PrintJobInput) => Promise<PrintAnswer>;

/** Opens the device's own print database. */
export function openPrintDatabase(name = 'benchside-print'): PrintDatabase {
  // The marked edge: Dexie adds the tables that `stores` names.
  const database = new Dexie(name) as PrintDatabase;
  database.version(1).stores({ jobs: 'id, userId, queuedAt', printed: 'barcode' });
  return database;
}

const messageOf = (body: unknown): string | null =>
  body instanceof Object && 'error' in body && typeof body.error === 'string' ? body.error : null;

/** Sends a job to the server. */
export const postPrintJob: PostPrintJob = async (job) => {
  try {
    const response = await fetch('/api/lab/print-jobs', {
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
/** A fault of the job itself: sending it again unchanged would end the same way. */
const isRefusal = (status: number): boolean => [400, 403, 404, 409, 413, 422].includes(status);
/** The server is there and says that the printer is not. */
const printerProblemOf = ({ status, message }: PrintAnswer): string | null =>
  status === 503 ? message : null;

/** The labels of this device: counted, kept while offline, sent in order, each exactly once. */
export interface PrintQueue {
  add(job: PrintJobInput, userId: string): Promise<void>;
  /** Sends what waits for this person; ends at the first job that cannot reach the server, not at a silent printer. */
  send(userId: string): Promise<void>;
  waiting(userId: string): Promise<QueuedJob[]>;
  /** Tells what waits for this person now and after every change, of this tab or another; returns how to stop. */
  watch(userId: string, onJobs: (jobs: readonly QueuedJob[]) => void): () => void;
  /** How often each code was printed on this device. */
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
      // Two tabs may have sent the same job; only the one that takes it out of the queue counts it.
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

/** The queue over a print database; `post` reaches the server. */
export function createPrintQueue(database: PrintDatabase, post: PostPrintJob = postPrintJob): PrintQueue {
  let sending: Promise<void> = Promise.resolve();
  const waiting = async (userId: string): Promise<QueuedJob[]> => {
    const jobs = await database.jobs.where('userId').equals(userId).toArray();
    return jobs.sort((a, b) => a.queuedAt.localeCompare(b.queuedAt) || a.id.localeCompare(b.id));
  };
  const sendAll = async (userId: string): Promise<void> => {
    // One printer that does not answer holds up nothing but its own labels, and is asked once in a round.
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
