import type { Pool } from 'pg';
import type { OperationEnvelope } from '#db/sync/wire.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { applyOperation, type Engine } from '#sync-server/sync/apply-operation.ts';
import { pushOperations } from '#sync-server/sync/push-operations.ts';
import { ACTOR, bareConnection, DEVICE, engineOver, makeEngineLab, moveOf } from './engine-lab.ts';
import { type Figure, type FigureRow, percentile } from './figure.ts';
import type { Stage } from './stage.ts';
import { recordStatements, replay, type Statement } from './statement-record.ts';

const WARM_UP = 2;
const ROUND_SIZE = 50;
const ROUNDS = 14;
/** The devices of the second figure, and how many operations each of their requests brings. */
const DEVICES = 8;
const A_REQUEST = 10;
const TUBES = (WARM_UP + ROUNDS) * DEVICES * A_REQUEST;
const TARGET = 0.9;
/** The lab's target: 300 operations a second where the bare statements make 350. */
const TARGET_BATCHES = 300 / 350;

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

/** Enroll devices and return what pushes the moves of a round, a request of ten from each device at once. */
async function openDevices(pool: Pool): Promise<(round: number) => Promise<void>> {
  const { entity, userId, userCompanyId } = ACTOR;
  for (let device = 0; device < DEVICES; device += 1)
    await pool.query(
      `INSERT INTO device (id, entity, name, registered_by_id, user_company_id, kind) VALUES ($1, $2, 'Bench', $3, $4, 'HANDHELD')`,
      [`device-${device}`, entity, userId, userCompanyId],
    );
  const push = async (device: number, round: number): Promise<void> => {
    const operations = Array.from({ length: A_REQUEST }, (_, place) => ({
      ...moveOf((round * DEVICES + device) * A_REQUEST + place),
      n: round * A_REQUEST + place + 1,
    }));
    const request = { deviceId: `device-${device}`, protocol: 1, operations };
    const { verdicts } = await pushOperations(engineOver(pool), ACTOR, request);
    if (verdicts.filter(({ outcome }) => outcome === 'APPLIED').length !== A_REQUEST)
      throw new Error(`Not applied: ${JSON.stringify(verdicts)}`);
  };
  return async (round) => {
    await Promise.all(Array.from({ length: DEVICES }, (_, device) => push(device, round)));
  };
}

const measureTime = async (work: () => Promise<void>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

interface Comparison {
  what: string;
  target: number;
  /** Operations in a round. */
  size: number;
  open(pool: Pool): Promise<(round: number) => Promise<void>>;
}

const single: Comparison = {
  what: 'operation applied on the server (move-sample, one at a time)',
  target: TARGET,
  size: ROUND_SIZE,
  open: async (pool) => (round) =>
    applyAll(
      engineOver(pool),
      Array.from({ length: ROUND_SIZE }, (_, place) => moveOf(round * ROUND_SIZE + place)),
    ),
};

const batches: Comparison = {
  what: `operations of ${DEVICES} devices, ${A_REQUEST} a request (move-sample)`,
  target: TARGET_BATCHES,
  size: DEVICES * A_REQUEST,
  open: openDevices,
};

/**
 * Compare rounds through the engine with the statements that the engine runs for them: they are recorded on one
 * copy of the database and replayed without the engine, one after the other, on another.
 */
async function compare(stage: Stage, base: string, name: string, work: Comparison): Promise<FigureRow> {
  const recorded = createPool(await stage.database(`${name}_recorded`, base), { max: 1 });
  const record = recordStatements(recorded);
  const rounds: Statement[][] = [];
  const note = await work.open(recorded);
  record.take();
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    await note(round);
    rounds.push(record.take());
  }
  await recorded.end();
  const pool = createPool(await stage.database(`${name}_engine`, base), { max: DEVICES });
  const bareUrl = await stage.database(`${name}_bare`, base);
  const bareSetUp = createPool(bareUrl, { max: 1 });
  await work.open(bareSetUp);
  await bareSetUp.end();
  const bareClient = await bareConnection(bareUrl);
  const run = await work.open(pool);
  const times: { engine: number; floor: number }[] = [];
  for (const [round, statements] of rounds.entries()) {
    const engine = await measureTime(() => run(round));
    const floor = await measureTime(() => replay(bareClient, statements));
    if (round >= WARM_UP) times.push({ engine, floor });
  }
  await pool.end();
  await bareClient.end();
  const median = (values: number[]): number => percentile(values, 0.5);
  const rate = (took: number): string =>
    `${Math.round(work.size / (took / 1_000)).toLocaleString('en')} ops/s`;
  const ratio = median(times.map(({ engine, floor }) => floor / engine));
  return {
    what: work.what,
    measured: rate(median(times.map(({ engine }) => engine))),
    floor: `${rate(median(times.map(({ floor }) => floor)))} same SQL, bare pg`,
    ratio,
    target: `≥ ${work.target.toFixed(2)}`,
    pass: ratio >= work.target,
    note: `${((rounds.at(-1)?.length ?? 0) / work.size).toFixed(1)} statements an operation.`,
  };
}

/** Measure moves of tubes through the engine against the statements that it runs. */
export const apply: Figure = {
  id: 'apply',
  async run(stage) {
    const base = await makeEngineLab(stage, 'apply_base', TUBES);
    return [
      await compare(stage, base, 'apply_single', single),
      await compare(stage, base, 'apply_batches', batches),
    ];
  },
};
