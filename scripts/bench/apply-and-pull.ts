import type { OperationEnvelope } from '#db/sync/wire.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { applyOperation, type Engine } from '#sync-server/sync/apply-operation.ts';
import { readFeed } from '#sync-server/sync/feed.ts';
import { readFirstLoad } from '#sync-server/sync/snapshot.ts';
import {
  ACTOR,
  bareConnection,
  DEVICE,
  engineOver,
  makeEngineLab,
  moveOf,
  recordStatements,
  replay,
  type Statement,
} from './engine-lab.ts';
import { type Figure, p50p95, percentile } from './figure.ts';

const OPERATIONS = 800;
const WARM_UP = 100;
const ROUND_SIZE = 50;
const TARGET = 0.7;

/** Apply moves one at a time. */
export async function applyAll(engine: Engine, moves: readonly OperationEnvelope[]): Promise<void> {
  for (const move of moves) {
    const applied = await applyOperation(engine, ACTOR, DEVICE, move);
    if (!('verdict' in applied) || applied.verdict.outcome !== 'APPLIED')
      throw new Error(`A move was not applied: ${JSON.stringify(applied)}`);
  }
}

/** Return the statements of each move: of a transaction for each, as the engine runs it. */
export async function recordMoves(url: string, moves: readonly OperationEnvelope[]): Promise<Statement[][]> {
  const pool = createPool(url, { max: 1 });
  const record = recordStatements(pool);
  const statements: Statement[][] = [];
  for (const move of moves) {
    await applyAll(engineOver(pool), [move]);
    statements.push(record.take());
  }
  await pool.end();
  return statements;
}

const measureTime = async (work: () => Promise<void>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/**
 * Measure moves of tubes through the engine, against the statements that the engine ran: they are recorded on
 * one copy of the database and replayed without the engine on another.
 */
export const apply: Figure = {
  id: 'apply',
  async run(stage) {
    const base = await makeEngineLab(stage, 'apply_base', OPERATIONS);
    const moves = Array.from({ length: OPERATIONS }, (_, k) => moveOf(k));
    const statements = await recordMoves(await stage.database('apply_recorded', base), moves);
    const pool = createPool(await stage.database('apply_engine', base), { max: 1 });
    const bareClient = await bareConnection(await stage.database('apply_bare', base));
    const times = { engine: 0, bare: 0 };
    for (let from = 0; from < OPERATIONS; from += ROUND_SIZE) {
      const engine = await measureTime(() =>
        applyAll(engineOver(pool), moves.slice(from, from + ROUND_SIZE)),
      );
      const floor = await measureTime(() =>
        replay(bareClient, statements.slice(from, from + ROUND_SIZE).flat()),
      );
      if (from < WARM_UP) continue;
      times.engine += engine;
      times.bare += floor;
    }
    await pool.end();
    await bareClient.end();
    const rate = (took: number): string =>
      `${Math.round((OPERATIONS - WARM_UP) / (took / 1_000)).toLocaleString('en')} ops/s`;
    return [
      {
        what: 'operation applied on the server (move-sample, one at a time)',
        measured: rate(times.engine),
        floor: `${rate(times.bare)} same SQL, bare pg`,
        ratio: times.bare / times.engine,
        target: `≥ ${TARGET}`,
        pass: times.bare / times.engine >= TARGET,
        note: `${statements.at(-1)?.length} statements an operation.`,
      },
    ];
  },
};

const PAGE_DOCUMENTS = 1_000;
const PAGE_TARGET_MS = 50;
const PAGE_TIMES = 60;

async function sampled(times: number, work: () => Promise<unknown>): Promise<number[]> {
  const durations: number[] = [];
  for (let i = 0; i < times; i += 1) {
    const start = performance.now();
    await work();
    durations.push(performance.now() - start);
  }
  return durations;
}

/** One page of 1,000 changed documents, read and written as JSON, against the same statements run bare. */
export const feedPull: Figure = {
  id: 'feed',
  async run(stage) {
    const base = await makeEngineLab(stage, 'feed_base', PAGE_DOCUMENTS);
    const url = await stage.database('feed_lab', base);
    const bareClient = await bareConnection(url);
    // Each change gets its own revision, as single operations produce them.
    for (let k = 0; k < PAGE_DOCUMENTS; k += 1)
      await bareClient.query('UPDATE sample SET version = version + 1 WHERE id = $1', [`bench-tube-${k}`]);
    const pool = createPool(url, { max: 1 });
    const record = recordStatements(pool);
    const { generation, head } = await readFirstLoad(pool, ACTOR, { limit: 1 });
    const feedQuery = { generation, cursor: head - PAGE_DOCUMENTS, limit: PAGE_DOCUMENTS };
    const feedPage = await readFeed(pool, ACTOR, feedQuery);
    if (feedPage.documents.length !== PAGE_DOCUMENTS)
      throw new Error(`The page has ${feedPage.documents.length} documents.`);
    record.take();
    await readFeed(pool, ACTOR, feedQuery);
    const statements = record.take();
    await sampled(10, async () => JSON.stringify(await readFeed(pool, ACTOR, feedQuery)));
    const page = await sampled(PAGE_TIMES, async () =>
      JSON.stringify(await readFeed(pool, ACTOR, feedQuery)),
    );
    const floor = await sampled(PAGE_TIMES, () => replay(bareClient, statements));
    await bareClient.end();
    await pool.end();
    return [
      {
        what: 'feed page of 1,000 documents, p50 / p95',
        measured: p50p95(page),
        floor: `${p50p95(floor)} same SQL, bare pg`,
        ratio: percentile(floor, 0.5) / percentile(page, 0.5),
        target: `p50 ≤ ${PAGE_TARGET_MS} ms`,
        pass: percentile(page, 0.5) <= PAGE_TARGET_MS,
      },
    ];
  },
};
