import type { Pool, PoolClient } from 'pg';
import { allOrFirstError } from '#sync-server/postgres/pipelined.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { lockHead } from './lock-device.ts';

/**
 * How long one transaction keeps the order of a business entity while others wait for it. What is ready meanwhile is
 * done in the same transaction: one wait for the disk serves several devices. On a slow or busy machine it keeps the
 * order longer, so that an act of everybody who waits is still done in it.
 */
const HOLD_MS = 12;
const LONGEST_HOLD_MS = 40;

type Step<T> = (client: PoolClient) => Promise<T>;

/** One request's acts, which are done in their order. */
interface WriteRequest {
  /** Does the next act in the open transaction; true when no more is to be done. */
  step(client: PoolClient): Promise<boolean>;
  /** The transaction has taken hold: its results are final. */
  keep(): void;
  /** The transaction was undone: its results never were. */
  forget(): void;
  /** Is everything done? */
  isOver(): boolean;
  resolve(): void;
  reject(error: unknown): void;
}

function createWriteRequest<T>(
  steps: readonly Step<T>[],
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
    // Nobody waits for the rest any more; what is not done yet is sent again.
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

/** The requests of one process that write to one business entity. One transaction at a time works for all of them. */
class EntityWriteQueue {
  private readonly pool: Pool;
  private readonly entity: string;
  private waiting: WriteRequest[] = [];
  private running = false;
  /** Acts that are done one by one, because a transaction of so many failed: then only the guilty one fails. */
  private isolateNext = 0;

  constructor(pool: Pool, entity: string) {
    this.pool = pool;
    this.entity = entity;
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

  /** One transaction: an act of each request in turn, so that fifty of one device never keep the others waiting. */
  private async runBatch(): Promise<void> {
    const served = new Set<WriteRequest>();
    let current: WriteRequest | undefined;
    let done = 0;
    let isLocked = false;
    const alone = this.isolateNext > 0;
    try {
      await inTransaction(this.pool, async (client) => {
        for (const request of served) request.forget();
        current = undefined;
        done = 0;
        isLocked = false;
        // The first act is asked for in the packet that begins the transaction, behind the order.
        let since = 0;
        const locking = lockHead(client, this.entity).then(() => {
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
      // An act that fails is its request's own matter; what fails around the acts concerns everybody who waits.
      this.end(current ? [current] : [...this.waiting], (request) => request.reject(error));
      return;
    }
    this.isolateNext = Math.max(0, this.isolateNext - 1);
    for (const request of served) request.keep();
    // Who was served goes behind those who were not.
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

const QUEUES = new WeakMap<Pool, Map<string, EntityWriteQueue>>();

function getWriteQueue(pool: Pool, entity: string): EntityWriteQueue {
  const queues = QUEUES.get(pool) ?? new Map<string, EntityWriteQueue>();
  QUEUES.set(pool, queues);
  const queue = queues.get(entity) ?? new EntityWriteQueue(pool, entity);
  queues.set(entity, queue);
  return queue;
}

/**
 * Does the steps of one request in their order, up to the first whose result is the last, each in a transaction that
 * holds the business entity's head and that it may share with steps of others. Answers when what it tells is on the
 * disk. When the one who asked has `left`, what has not begun is not done. A step that throws undoes its transaction; what shared it is done again, each alone, so that only it fails.
 */
export function enqueueWrite<T>(
  pool: Pool,
  entity: string,
  steps: readonly Step<T>[],
  isLast: (result: T) => boolean = () => false,
  clientSignal?: AbortSignal,
): Promise<T[]> {
  if (steps.length === 0) return Promise.resolve([]);
  return new Promise((resolve, reject) => {
    getWriteQueue(pool, entity).add(createWriteRequest(steps, isLast, { resolve, reject }, clientSignal));
  });
}
