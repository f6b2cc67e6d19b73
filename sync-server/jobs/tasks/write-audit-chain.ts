import type pg from 'pg';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import {
  A_DAY_LIMIT,
  CHAINED_TABLES,
  type ChainedTable,
  type ChainLink,
  makeLink,
  NO_PREVIOUS_HASH,
  nextDay,
  readColumns,
} from '#sync-server/services/records/events/audit-chain.ts';

const ADVISORY_LOCK = 7_304_115;

// Transactions begun before midnight have ended an hour later. Rows and days use the database clock.
const LAST_ENDED_DAY = `((now() - interval '1 hour') AT TIME ZONE 'UTC')::date - 1`;

const INSERT = `
  INSERT INTO audit_chain (table_name, day, columns, row_count, previous_hash, hash) VALUES ($1, $2, $3, $4, $5, $6)`;

/** Return the day to continue with: the day after the last one, or the day of the first row. */
async function readStart(client: pg.ClientBase, table: ChainedTable) {
  const { rows } = await client.query<{ day: string | null; previousHash: string | null; last: string }>(
    `SELECT coalesce(c.day + 1, (SELECT (min(written_at) AT TIME ZONE 'UTC')::date FROM ${table}))::text AS day,
            c.hash AS "previousHash", (${LAST_ENDED_DAY})::text AS last
       FROM (SELECT 1) one LEFT JOIN LATERAL
            (SELECT day, hash FROM audit_chain WHERE table_name = $1 ORDER BY audit_chain.day DESC LIMIT 1) c ON true`,
    [table],
  );
  return rows[0];
}

async function writeTable(client: pg.ClientBase, table: ChainedTable): Promise<ChainLink[]> {
  const start = await readStart(client, table);
  if (!start?.day) return [];
  const columns = await readColumns(client, table);
  const newLinks: ChainLink[] = [];
  let previousHash = start.previousHash ?? NO_PREVIOUS_HASH;
  for (let day = start.day; day <= start.last; day = nextDay(day)) {
    const link = await makeLink(client, { table, day, columns, previousHash });
    const { rowCount, hash } = link;
    await client.query(INSERT, [table, day, columns, rowCount, previousHash, hash]);
    newLinks.push(link);
    previousHash = hash;
  }
  return newLinks;
}

/** Write the hash of each finished day once, whichever process comes first; returns their number. */
export async function writeAuditChain({
  pool,
  logger,
}: Pick<AppServices, 'pool' | 'logger'>): Promise<number> {
  const links = await inTransaction(pool, async (client) => {
    await client.query(`SET LOCAL statement_timeout = '${A_DAY_LIMIT}'`);
    await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
    const all: ChainLink[] = [];
    for (const table of CHAINED_TABLES) all.push(...(await writeTable(client, table)));
    return all;
  });
  // A copy of the log elsewhere can later prove that the chain was not rewritten (npm run verify-audit).
  for (const { table, day, hash } of links) logger.info({ table, day, hash }, 'audit chain written');
  return links.length;
}
