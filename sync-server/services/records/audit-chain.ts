import { createHash } from 'node:crypto';
import type pg from 'pg';
import { quoted } from '#sync-server/postgres/row-mapping.ts';

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
export async function readLinks(client: pg.ClientBase, table: ChainedTable): Promise<ChainLink[]> {
  const { rows } = await client.query<ChainLink>(
    `SELECT table_name AS "table", day::text, columns, row_count::int AS "rowCount", previous_hash AS "previousHash", hash
       FROM audit_chain WHERE table_name = $1 ORDER BY day`,
    [table],
  );
  return rows;
}
