import type { Pool, QueryConfig, QueryResult } from 'pg';
import type { QueryReader } from './parts.ts';

type Row = Record<string, unknown>;

interface QueuedQuery {
  config: QueryConfig;
  resolve(result: QueryResult<Row>): void;
  reject(error: unknown): void;
}

/**
 * Batches short reads that every request needs: while one packet is under way, the next reads are collected
 * and then sent together over one connection. A read never starts before it is requested.
 */
export class QueryBatcher implements QueryReader {
  private readonly pool: Pool;
  private waiting: QueuedQuery[] = [];
  private running = false;

  constructor(pool: Pool) {
    this.pool = pool;
  }

  query(config: QueryConfig): Promise<QueryResult<Row>> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ config, resolve, reject });
      if (!this.running) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.running = true;
    // Requests of the same moment join this packet.
    await Promise.resolve();
    while (this.waiting.length > 0) await this.runBatch(this.waiting.splice(0));
    this.running = false;
  }

  private async runBatch(questions: readonly QueuedQuery[]): Promise<void> {
    try {
      const client = await this.pool.connect();
      const answers = questions.map(({ config }) => client.query<Row>(config));
      const ends = await Promise.allSettled(answers);
      // Like the pool does: a connection after an error may be about to break.
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
