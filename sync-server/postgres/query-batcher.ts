import type { Pool, QueryConfig, QueryResult } from 'pg';
import { pipelined } from './pipelined.ts';

type Row = Record<string, unknown>;

interface QueuedQuery {
  config: QueryConfig;
  resolve(result: QueryResult<Row>): void;
  reject(error: unknown): void;
}

/**
 * Readings that every request needs, each alone in its answer: while one packet of them is under way, the next are
 * collected, and leave together over one connection. A reading never begins before it was asked for.
 */
class QueryBatcher {
  private readonly pool: Pool;
  private waiting: QueuedQuery[] = [];
  private running = false;

  constructor(pool: Pool) {
    this.pool = pool;
  }

  ask(config: QueryConfig): Promise<QueryResult<Row>> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ config, resolve, reject });
      if (!this.running) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.running = true;
    // Requests that came in the same moment are read in this one, too.
    await Promise.resolve();
    while (this.waiting.length > 0) await this.runBatch(this.waiting.splice(0));
    this.running = false;
  }

  private async runBatch(questions: readonly QueuedQuery[]): Promise<void> {
    try {
      const client = await this.pool.connect();
      const answers = pipelined(client, () => questions.map(({ config }) => client.query<Row>(config)));
      const ends = await Promise.allSettled(answers);
      // As the pool does it: a connection on which something failed may be about to break.
      client.release(ends.some(({ status }) => status === 'rejected'));
      ends.forEach((end, place) => {
        if (end.status === 'fulfilled') questions[place]?.resolve(end.value);
        else questions[place]?.reject(end.reason);
      });
    } catch (error) {
      for (const { reject } of questions) reject(error);
    }
  }
}

const BATCHERS = new WeakMap<Pool, QueryBatcher>();

/** Asks the database together with whoever else asks at this moment; only for short readings outside transactions. */
export function batchQuery(pool: Pool, config: QueryConfig): Promise<QueryResult<Row>> {
  const batcher = BATCHERS.get(pool) ?? new QueryBatcher(pool);
  BATCHERS.set(pool, batcher);
  return batcher.ask(config);
}
