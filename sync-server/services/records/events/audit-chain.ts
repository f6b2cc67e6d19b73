import { createHash } from 'node:crypto';
import type pg from 'pg';
import { quoted } from '#sync-server/postgres/row-mapping.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';

/** The tables that the hash chain covers, in the order in which differences are reported. */
export const CHAINED_TABLES = ['audit_log', 'event'] as const;

export type ChainedTable = (typeof CHAINED_TABLES)[number];

/** One day of one table: the input of its hash, and the hash of the day before. */
export interface ChainLink {
  table: ChainedTable;
  /** YYYY-MM-DD in UTC. */
  day: string;
  columns: string[];
  rowCount: number;
  previousHash: string;
  hash: string;
}

/** Statement timeout for one day of one table. */
export const A_DAY_LIMIT = '5min';

/** The previous hash of the first day of a chain. */
export const NO_PREVIOUS_HASH = '';

/** Return the following day. */
export const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** SQL: bounds of a day for `written_at`, so that its index is used. */
const WITHIN = `written_at >= $1::date::timestamp AT TIME ZONE 'UTC'
  AND written_at < ($1::date + 1)::timestamp AT TIME ZONE 'UTC'`;

/** SQL: the hash of each row, then of all in order of their ids, whatever the cluster's collation. */
const contentOf = (table: ChainedTable, columns: readonly string[]): string => `
  SELECT count(*)::int AS "rowCount", encode(sha256(coalesce(string_agg(
      sha256(convert_to(jsonb_build_array(${columns.map(quoted).join(', ')})::text, 'UTF8')), ''::bytea
      ORDER BY id COLLATE "C"), ''::bytea)), 'hex') AS digest
    FROM ${quoted(table)} WHERE ${WITHIN}`;

/** Read the current columns of a table, in the order of their creation. */
export async function readColumns(client: pg.ClientBase, table: ChainedTable): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [quoted(table)],
  );
  return rows.map(({ name }) => name);
}

/** Create the link of a day from the current rows. The session's time zone must be UTC. */
export async function makeLink(
  client: pg.ClientBase,
  { table, day, columns, previousHash }: Omit<ChainLink, 'hash' | 'rowCount'>,
): Promise<ChainLink> {
  const { rows } = await client.query<{ rowCount: number; digest: string }>(contentOf(table, columns), [day]);
  const { rowCount, digest } = rows[0] ?? { rowCount: 0, digest: '' };
  const covered = JSON.stringify([previousHash, table, day, columns, rowCount, digest]);
  const hash = createHash('sha256').update(covered).digest('hex');
  return { table, day, columns, rowCount, previousHash, hash };
}

/** Read the chain of a table from its first day. */
async function readLinks(client: pg.ClientBase, table: ChainedTable): Promise<ChainLink[]> {
  const { rows } = await client.query<ChainLink>(
    `SELECT table_name AS "table", day::text, columns, row_count::int AS "rowCount", previous_hash AS "previousHash", hash
       FROM audit_chain WHERE table_name = $1 ORDER BY day`,
    [table],
  );
  return rows;
}

/** The first day on which a table differs from its chain, and how. */
interface ChainDifference {
  day: string;
  table: ChainedTable;
  reason: string;
}

export interface VerifiedChain {
  days: number;
  /** The last covered day of each table and its hash, to be stored outside the database. */
  heads: { table: ChainedTable; day: string; hash: string }[];
  difference: ChainDifference | null;
  /** False if an externally stored hash is not in the chain. */
  hasKnownHash: boolean;
}

const rowsText = (count: number): string => (count === 1 ? '1 row' : `${count} rows`);

async function compareDay(
  client: pg.ClientBase,
  link: ChainLink,
  expected: { day: string; previousHash: string; columns: ReadonlySet<string> },
): Promise<string | null> {
  if (link.day !== expected.day) return 'The day is missing in the chain.';
  if (link.previousHash !== expected.previousHash) return 'The hash does not continue the day before.';
  const lost = link.columns.filter((column) => !expected.columns.has(column));
  if (lost.length > 0) return `The table has no column ${lost.join(', ')} any more.`;
  const now = await makeLink(client, link);
  if (now.rowCount !== link.rowCount)
    return `The table has ${rowsText(now.rowCount)} of that day, the chain ${rowsText(link.rowCount)}.`;
  return now.hash === link.hash ? null : 'A row was changed, or the hash of the day.';
}

/** Check for rows before the first day, which no hash would cover. */
async function findEarlierDay(
  client: pg.ClientBase,
  table: ChainedTable,
  first: string,
): Promise<string | null> {
  const { rows } = await client.query<{ day: string }>(
    `SELECT (written_at AT TIME ZONE 'UTC')::date::text AS day FROM ${table}
      WHERE written_at < $1::date::timestamp AT TIME ZONE 'UTC' ORDER BY written_at LIMIT 1`,
    [first],
  );
  return rows[0]?.day ?? null;
}

async function findDifference(
  client: pg.ClientBase,
  table: ChainedTable,
  links: readonly ChainLink[],
): Promise<ChainDifference | null> {
  const [first] = links;
  if (!first) return null;
  const earlier = await findEarlierDay(client, table, first.day);
  if (earlier !== null)
    return { table, day: earlier, reason: 'Rows were added before the first day of the chain.' };
  const columns = new Set(await readColumns(client, table));
  let expected = { day: first.day, previousHash: NO_PREVIOUS_HASH, columns };
  for (const link of links) {
    const reason = await compareDay(client, link, expected);
    if (reason !== null) return { table, day: expected.day, reason };
    expected = { day: nextDay(link.day), previousHash: link.hash, columns };
  }
  return null;
}

/**
 * Recompute the chain from the rows and report the earliest day that differs. The owner of the database can
 * rewrite rows and chain: then `knownHash`, stored elsewhere, is missing.
 */
export async function verifyAuditChain(
  pool: pg.Pool,
  { knownHash }: { knownHash?: string | undefined } = {},
): Promise<VerifiedChain> {
  return inTransaction(pool, async (client) => {
    // Only the first statement of a transaction may set its isolation level.
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    await client.query(`SET LOCAL statement_timeout = '${A_DAY_LIMIT}'`);
    const heads: VerifiedChain['heads'] = [];
    const differences: ChainDifference[] = [];
    let days = 0;
    let hasKnownHash = knownHash === undefined;
    for (const table of CHAINED_TABLES) {
      const links = await readLinks(client, table);
      days += links.length;
      hasKnownHash ||= links.some(({ hash }) => hash === knownHash);
      const last = links.at(-1);
      if (last) heads.push({ table, day: last.day, hash: last.hash });
      const difference = await findDifference(client, table, links);
      if (difference) differences.push(difference);
    }
    differences.sort((a, b) => a.day.localeCompare(b.day));
    return { heads, days, difference: differences[0] ?? null, hasKnownHash };
  });
}
