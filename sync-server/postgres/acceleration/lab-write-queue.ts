import type { Pool, PoolClient } from 'pg';
import { allOrFirstError, inTransaction } from '../transaction.ts';
import type { WriterHead, WriteStep } from './parts.ts';

/**
 * How long one transaction keeps the head of a lab while others wait. Operations that become
 * ready meanwhile join it, so one disk write serves several devices. On a slow or busy machine it holds the
 * head longer, so that one operation of each waiting request still gets in.
 */
const HOLD_MS = 12;
const LONGEST_HOLD_MS = 40;

/** The operations of one request, run in order. */
interface WriteRequest {
  /** Run the next operation in the open transaction; true if it was the last. */
  step(client: PoolClient): Promise<boolean>;
  /** Called when the transaction is committed: its results are final. */
  keep(): void;
  /** Called when the transaction was rolled back: its results are void. */
  forget(): void;
  /** True when all operations are done. */
  isOver(): boolean;
  resolve(): void;
  reject(error: unknown): void;
}

function createWriteRequest<T>(
  steps: readonly WriteStep<T>[],
  isLast: (result: T) => boolean,
  end: { resolve(results: T[]): void; reject(error: unknown): void },
  clientSignal: AbortSignal | undefined,
): WriteRequest {
  const committedResults: T[] = [];
  let pendingResults: T[] = [];
  const newest = (): T | undefined => pendingResults.at(-1) ?? committedResults.at(-1);
  const isOver = (): boolean => {
    const last = newest();
    const isDone =
      committedResults.length + pendingResults.length === steps.length ||
      (last !== undefined && isLast(last));
    // The client no longer waits for the rest; it sends again what is not done yet.
    return isDone || clientSignal?.aborted === true;
  };
  return {
    isOver,
    step: async (client) => {
      const step = clientSignal?.aborted ? undefined : steps[committedResults.length + pendingResults.length];
      if (step) pendingResults.push(await step(client));
      return isOver();
    },
    keep: () => {
      committedResults.push(...pendingResults);
      pendingResults = [];
    },
    forget: () => {
      pendingResults = [];
    },
    resolve: () => end.resolve(committedResults),
    reject: end.reject,
  };
}

/**
 * The requests of one process that write to one lab. One transaction at a time serves all of
 * them.
 */
class LabWriteQueue {
  private readonly head: WriterHead;
  private waiting: WriteRequest[] = [];
  private running = false;
  /** Operations to run one by one because their shared transaction failed; then only the faulty one fails. */
  private isolateNext = 0;

  constructor(head: WriterHead) {
    this.head = head;
  }

  add(request: WriteRequest): void {
    this.waiting.push(request);
    if (!this.running) void this.run();
  }

  private async run(): Promise<void> {
    this.running = true;
    while (this.waiting.length > 0) await this.runBatch();
    this.running = false;
  }

  /**
   * Run one transaction: an operation of each request in turn, so that fifty of one device never delay the
   * others.
   */
  private async runBatch(): Promise<void> {
    const served = new Set<WriteRequest>();
    let current: WriteRequest | undefined;
    let done = 0;
    let isLocked = false;
    const alone = this.isolateNext > 0;
    try {
      await inTransaction(this.head.pool, async (client) => {
        for (const request of served) request.forget();
        current = undefined;
        done = 0;
        isLocked = false;
        // The first operation is sent with the statement that opens the transaction, behind the lock of the head.
        let since = 0;
        const locking = this.head.lock(client, this.head.lab).then(() => {
          since = performance.now();
          isLocked = true;
        });
        const turns = [...this.waiting];
        for (let request = turns.shift(); request; request = turns.shift()) {
          current = request;
          served.add(request);
          const stepping = request.step(client);
          await allOrFirstError([locking, stepping]);
          if (!(await stepping)) turns.push(request);
          current = undefined;
          done += 1;
          if (alone || this.isLongEnough(performance.now() - since, served)) return;
          if (turns.length === 0) turns.push(...this.waiting.filter((other) => !served.has(other)));
        }
      });
    } catch (error) {
      for (const request of served) request.forget();
      if (!isLocked) current = undefined;
      if (current && done > 0) {
        this.isolateNext = done + 1;
        return;
      }
      // An error of an operation concerns only its own request; an error around the operations concerns all
      // that wait.
      this.end(current ? [current] : [...this.waiting], (request) => request.reject(error));
      return;
    }
    this.isolateNext = Math.max(0, this.isolateNext - 1);
    for (const request of served) request.keep();
    // Served requests queue behind those that were not served.
    this.waiting = [...this.waiting.filter((request) => !served.has(request)), ...served];
    this.end(
      [...served].filter((request) => request.isOver()),
      (request) => request.resolve(),
    );
  }

  private isLongEnough(heldMs: number, served: ReadonlySet<WriteRequest>): boolean {
    if (heldMs >= LONGEST_HOLD_MS) return true;
    return heldMs >= HOLD_MS && this.waiting.every((request) => served.has(request));
  }

  private end(requests: readonly WriteRequest[], settle: (request: WriteRequest) => void): void {
    const over = new Set(requests);
    this.waiting = this.waiting.filter((request) => !over.has(request));
    for (const request of requests) settle(request);
  }
}

const QUEUES = new WeakMap<Pool, Map<string, LabWriteQueue>>();

function getWriteQueue(head: WriterHead): LabWriteQueue {
  const queues = QUEUES.get(head.pool) ?? new Map<string, LabWriteQueue>();
  QUEUES.set(head.pool, queues);
  const queue = queues.get(head.lab) ?? new LabWriteQueue(head);
  queues.set(head.lab, queue);
  return queue;
}

/** Queue the steps of one request; see `enqueueWrite`. */
export const queueWrite = <T>(
  head: WriterHead,
  steps: readonly WriteStep<T>[],
  isLast: (result: T) => boolean,
  clientSignal: AbortSignal | undefined,
): Promise<T[]> =>
  new Promise((resolve, reject) => {
    getWriteQueue(head).add(createWriteRequest(steps, isLast, { resolve, reject }, clientSignal));
  });

/** Run the steps of one request each in a transaction of its own; the head's row makes others wait. */
export async function writeAlone<T>(
  { pool, lab, lock }: WriterHead,
  steps: readonly WriteStep<T>[],
  isLast: (result: T) => boolean,
  clientSignal: AbortSignal | undefined,
): Promise<T[]> {
  const results: T[] = [];
  for (const step of steps) {
    if (clientSignal?.aborted) break;
    const result = await inTransaction(pool, async (client) => {
      await lock(client, lab);
      return step(client);
    });
    results.push(result);
    if (isLast(result)) break;
  }
  return results;
}
