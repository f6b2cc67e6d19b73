import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { OperationEnvelope } from '#db/sync/wire.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { applyAll } from './apply-and-pull.ts';
import { engineOver, makeEngineLab, moveOf } from './engine-lab.ts';
import { type Figure, ms, percentile } from './figure.ts';
import type { Stage } from './stage.ts';

const OPERATIONS = 1_200;
const WARM_UP = 200;
const ROUND_SIZE = 20;
const SAMPLES = 100_000;
const TARGET = 1.05;
const MIGRATION = new URL('../../db/migrations/0172_list_order.sql', import.meta.url);

const COPIED = `
  INSERT INTO sample SELECT copied.*
    FROM sample s CROSS JOIN generate_series(1, $1::int / (SELECT count(*)::int FROM sample)) n
    CROSS JOIN LATERAL jsonb_populate_record(s, jsonb_build_object(
      'id', s.id || '-' || n, 'barcode', s.barcode || '-' || n, 'rev', s.rev, 'created_at', s.created_at - n * interval '1 hour')) copied`;

/** Fill the indexes to their size in a busy lab. */
async function addSamples(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('SET session_replication_role = replica');
  await client.query(COPIED, [SAMPLES]);
  await client.query('VACUUM ANALYZE');
  await client.end();
}

async function dropListIndexes(url: string): Promise<number> {
  const text = await readFile(MIGRATION, 'utf8');
  const names = [...text.matchAll(/^CREATE INDEX (\w+)/gm)].flatMap(([, name]) => (name ? [name] : []));
  // Restores what the migration replaces.
  const before = [...text.matchAll(/^-- Before: (.+;)$/gm)].flatMap(([, statement]) => statement ?? []);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const name of names) await client.query(`DROP INDEX ${name}`);
  for (const statement of before) await client.query(statement);
  await client.end();
  return names.length;
}

interface Cost {
  time: number;
  /** Bytes of the write-ahead log: the disk cost of a write, independent of the machine's load. */
  log: number;
}

const WAL_POSITION = `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS bytes`;
const writtenBytes = async (pool: pg.Pool): Promise<number> =>
  (await pool.query<{ bytes: number }>(WAL_POSITION)).rows[0]?.bytes ?? 0;

async function costOf(pool: pg.Pool, moves: readonly OperationEnvelope[]): Promise<Cost> {
  const before = await writtenBytes(pool);
  const start = performance.now();
  await applyAll(engineOver(pool), moves);
  const time = (performance.now() - start) / moves.length;
  return { time, log: ((await writtenBytes(pool)) - before) / moves.length };
}

async function databasePair(stage: Stage) {
  const base = await makeEngineLab(stage, 'indexes_base', OPERATIONS);
  await addSamples(await stage.existing(base));
  const [indexed, unindexed] = [
    await stage.database('indexes_with', base),
    await stage.database('indexes_without', base),
  ];
  return { whole: indexed, bare: unindexed, dropped: await dropListIndexes(unindexed) };
}

/**
 * Moves of tubes with and without the indexes that only lists need, alternating between two copies of one
 * database.
 */
export const listIndexes: Figure = {
  id: 'list-indexes',
  async run(stage) {
    const { whole: indexed, bare: unindexed, dropped } = await databasePair(stage);
    const [withThem, without] = [createPool(indexed, { max: 1 }), createPool(unindexed, { max: 1 })];
    const moves = Array.from({ length: OPERATIONS }, (_, k) => moveOf(k));
    const rounds: { whole: Cost; bare: Cost }[] = [];
    for (let from = 0; from < OPERATIONS; from += ROUND_SIZE) {
      const some = moves.slice(from, from + ROUND_SIZE);
      // The second run finds a warmer machine, so the two also alternate in order.
      const first = (from / ROUND_SIZE) % 2 === 0 ? withThem : without;
      const one = await costOf(first, some);
      const other = await costOf(first === withThem ? without : withThem, some);
      if (from < WARM_UP) continue;
      rounds.push(first === withThem ? { whole: one, bare: other } : { whole: other, bare: one });
    }
    await Promise.all([withThem.end(), without.end()]);
    const middle = (values: readonly number[]): number => percentile(values, 0.5);
    const dearer = middle(rounds.map((round) => round.whole.time / round.bare.time));
    const longer = middle(rounds.map((round) => round.whole.log / round.bare.log));
    return [
      {
        what: `operation with the indexes of lists (move-sample, ${SAMPLES.toLocaleString('en')} samples)`,
        measured: ms(middle(rounds.map((round) => round.whole.time))),
        floor: `${ms(middle(rounds.map((round) => round.bare.time)))} without them`,
        ratio: dearer,
        target: `≤ ${TARGET}`,
        pass: dearer <= TARGET,
        note: `${dropped} indexes, ${rounds.length} pairs of turns; ${longer.toFixed(3)} times the log.`,
      },
    ];
  },
};
