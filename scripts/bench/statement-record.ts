import type { ClientBase, Pool } from 'pg';

/** The arguments of one call of `client.query`. */
export type Statement = readonly unknown[];

// A pool passes its own callback on, which is no part of the statement, and pg writes it into its argument.
const own = (part: unknown): unknown =>
  typeof part === 'object' && part !== null && !Array.isArray(part) ? { ...part } : part;

/** Record every statement that the connections of a pool run. */
export function recordStatements(pool: Pool): { take(): Statement[] } {
  let noted: Statement[] = [];
  pool.on('connect', (client) => {
    const run = client.query.bind(client);
    Object.defineProperty(client, 'query', {
      value: (...statement: unknown[]) => {
        noted.push(statement.filter((part) => typeof part !== 'function').map(own));
        return Reflect.apply(run, undefined, statement);
      },
    });
  });
  return {
    take: () => {
      const recording = noted;
      noted = [];
      return recording;
    },
  };
}

/** Run recorded statements one after the other, without other work between them. */
export async function replay(client: ClientBase, statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) await Reflect.apply(client.query, client, statement);
}
