import type { ClientBase, Pool } from 'pg';

/** The arguments of one call of `client.query`. */
export type Statement = readonly unknown[];

// A pool passes its own callback on, which is no part of the statement, and pg writes it into its argument.
const own = (part: unknown): unknown =>
  typeof part === 'object' && part !== null && !Array.isArray(part) ? { ...part } : part;

/** Record every statement that the connections of a pool run, and how often they waited for the database. */
export function recordStatements(pool: Pool): { take(): Statement[]; takeRoundTrips(): number } {
  let noted: Statement[] = [];
  let roundTrips = 0;
  let unanswered = 0;
  const end = (): void => {
    unanswered -= 1;
  };
  pool.on('connect', (client) => {
    const run = client.query.bind(client);
    Object.defineProperty(client, 'query', {
      value: (...statement: unknown[]) => {
        noted.push(statement.filter((part) => typeof part !== 'function').map(own));
        if (unanswered === 0) roundTrips += 1;
        unanswered += 1;
        const answer: unknown = Reflect.apply(run, undefined, statement);
        Promise.resolve(answer).then(end, end);
        return answer;
      },
    });
  });
  return {
    take: () => {
      const recording = noted;
      noted = [];
      return recording;
    },
    takeRoundTrips: () => {
      const count = roundTrips;
      roundTrips = 0;
      return count;
    },
  };
}

/** Run recorded statements one after the other, without other work between them. */
export async function replay(client: ClientBase, statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) await Reflect.apply(client.query, client, statement);
}
