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

/** Return the SQL of a statement. */
export const textOf = ([statement]: Statement): string =>
  typeof statement === 'string' ? statement : String(Object(statement)['text']);

const QUERY = /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b/i;

/** Split SQL into its queries: each sub-query and each arm of a UNION is one of its own. */
function queriesOf(text: string): string[] {
  const queries: string[] = [];
  const open: string[] = [''];
  const add = (part: string): void => {
    open.push((open.pop() ?? '') + part);
  };
  const close = (): void => {
    const inner = open.pop() ?? '';
    if (QUERY.test(inner)) queries.push(inner);
    add(QUERY.test(inner) ? '(query)' : `(${inner})`);
  };
  for (const character of text.replace(/'(?:[^']|'')*'/g, "''")) {
    if (character === '(') open.push('');
    else if (character === ')') close();
    else add(character);
  }
  return [...queries, ...open].flatMap((query) => query.split(/;|\bUNION(?: ALL)?\b/i));
}

const SOURCE = /\b(?:FROM|JOIN|UPDATE)\s+"?(\w+)"?(?![\w(])(?:\s+(?:AS\s+)?"?(\w+)"?)?/gi;
const KEYWORD = /^(SET|WHERE|ON|JOIN|LEFT|CROSS|ORDER|GROUP|LIMIT|FOR|WINDOW|RETURNING)$/i;
const LAB_CONDITION = /(?:\b(\w+)\.)?\blab\s*=\s*(?:\$\d+|\w+\.lab\b)/gi;

/**
 * List the tables that a statement reads, changes or deletes from without a condition on the lab in the same query.
 * New rows are not looked at: they take their lab from the transaction.
 */
export function tablesOfAnyLab(text: string, tables: ReadonlySet<string>): string[] {
  return queriesOf(text).flatMap((query) => {
    const sources = [...query.matchAll(SOURCE)].map(([, table = '', alias = '']) => ({
      table,
      name: alias === '' || KEYWORD.test(alias) ? table : alias,
    }));
    const conditions = query.slice(Math.max(0, query.search(/\b(?:WHERE|ON)\b/i)));
    const bound = new Set([...conditions.matchAll(LAB_CONDITION)].map(([, name = '']) => name));
    const isBound = (name: string): boolean => bound.has(name) || (bound.has('') && sources.length === 1);
    return sources.filter(({ table, name }) => tables.has(table) && !isBound(name)).map(({ table }) => table);
  });
}
