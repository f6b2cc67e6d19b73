import { openEngineDevice } from '#scripts/bench/acceleration.ts';
import { recordMoves } from '#scripts/bench/apply.ts';
import { ACTOR, bareConnection, makeEngineLab, moveOf } from '#scripts/bench/engine-lab.ts';
import { type FigureRow, ms, percentile } from '#scripts/bench/figure.ts';
import type { Stage } from '#scripts/bench/stage.ts';
import { recordStatements, replay, type Statement } from '#scripts/bench/statement-record.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { readFeed } from '#sync-server/sync/feed.ts';
import { readFirstLoad } from '#sync-server/sync/snapshot.ts';
import { openFleet } from './device-fleet.ts';
import { measureHere, openScaleLab, type ProcessorUse, postmasterOf, type ScaleSizes } from './scale-lab.ts';
import { SimulatedDevice } from './simulated-device.ts';

const row = { target: null, pass: null };

/** Work with a pool, and the statements that it sent. */
async function statementsOf(url: string, work: (push: (size: number) => Promise<void>) => Promise<void>) {
  const pool = createPool(url, { max: 1 });
  const record = recordStatements(pool);
  let tube = 0;
  const push = await openEngineDevice(pool, () => tube++);
  // The first operations of a process prefetch nothing.
  await push(10);
  await push(10);
  record.take();
  await work(push);
  await pool.end();
  return record.take();
}

const isCommit = (statement: Statement): boolean => String(statement[0]).toUpperCase().startsWith('COMMIT');

/** Several devices that push moves, against the same statements in a transaction for each operation. */
export async function measurePush(stage: Stage, sizes: ScaleSizes): Promise<FigureRow[]> {
  const { pushDevices, pushBatch, pushRounds } = sizes;
  const perRound = pushDevices * pushBatch;
  // The first rounds warm up.
  const rounds = pushRounds + 3;
  const base = await makeEngineLab(stage, 'scale_push_base', perRound * rounds + 40);
  const moves = Array.from({ length: perRound * rounds }, (_, k) => moveOf(k));
  const floorStatements = await recordMoves(await stage.database('scale_push_recorded', base), moves);
  const batched = await statementsOf(await stage.database('scale_push_batch', base), (push) =>
    push(pushBatch),
  );
  const pool = createPool(await stage.database('scale_push_engine', base), { max: 12 });
  const bareClient = await bareConnection(await stage.database('scale_push_bare', base));
  const postmaster = await postmasterOf(bareClient);
  let tube = 0;
  const pushes = await Promise.all(
    Array.from({ length: pushDevices }, () => openEngineDevice(pool, () => tube++)),
  );
  const times = { engine: [] as ProcessorUse[], floor: [] as ProcessorUse[] };
  for (let round = 0; round < rounds; round += 1) {
    const engine = await measureHere(postmaster, () => Promise.all(pushes.map((push) => push(pushBatch))));
    const statements = floorStatements.slice(round * perRound, (round + 1) * perRound).flat();
    const floor = await measureHere(postmaster, () => replay(bareClient, statements));
    if (round < rounds - pushRounds) continue;
    times.engine.push(engine);
    times.floor.push(floor);
  }
  await pool.end();
  await bareClient.end();
  return [pushRow(sizes, times, { single: floorStatements.at(-1)?.length ?? 0, batched })];
}

function pushRow(
  { pushDevices, pushBatch }: ScaleSizes,
  times: { engine: ProcessorUse[]; floor: ProcessorUse[] },
  statements: { single: number; batched: Statement[] },
): FigureRow {
  const operations = pushDevices * pushBatch;
  const median = (uses: ProcessorUse[], of: (use: ProcessorUse) => number) => percentile(uses.map(of), 0.5);
  const rate = (uses: ProcessorUse[]): number => operations / (median(uses, ({ wall }) => wall) / 1_000);
  const cost = (uses: ProcessorUse[]): string =>
    `${ms(median(uses, ({ node }) => node) / operations)} + ${ms(median(uses, ({ postgres }) => postgres) / operations)}`;
  const perOperation = statements.batched.length / pushBatch;
  const commits = statements.batched.filter(isCommit).length;
  return {
    ...row,
    what: `${pushDevices} devices push move-sample, ${pushBatch} a request`,
    measured: `${Math.round(rate(times.engine))} ops/s`,
    floor: `${Math.round(rate(times.floor))} ops/s same SQL, a transaction each, bare pg`,
    ratio: rate(times.engine) / rate(times.floor),
    note: `${perOperation.toFixed(1)} statements an operation, ${commits} commit for ${pushBatch}; floor ${statements.single} statements with its own commit. Processor time of an operation, Node + Postgres: ${cost(times.engine)}; floor ${cost(times.floor)}.`,
  };
}

/** The page of one operation for one device and for many at the same cursor. */
export async function measurePage(stage: Stage, sizes: ScaleSizes): Promise<FigureRow[]> {
  const { pageDevices, pageRounds, processes } = sizes;
  const lab = await openScaleLab(stage, 'scale_page', { tubes: 200 });
  try {
    const [connection] = lab.connections;
    if (!connection) throw new Error('There is no session.');
    const writer = new SimulatedDevice(connection);
    await writer.enroll('Bench writer');
    // The devices of the measurement start at this head, and the page is the operation that follows.
    const one = await openFleet(lab.connections, { devices: 1, processes: 1 });
    const many = await openFleet(lab.connections, { devices: pageDevices, processes });
    const [rev = 0] = await writer.push([moveOf(100)]);
    const cursor = rev - 1;
    try {
      const warmUp = 20;
      await one.pullSamePage(cursor, warmUp);
      const single = await lab.measure(() => one.pullSamePage(cursor, pageRounds * pageDevices));
      await many.pullSamePage(cursor, 2);
      const shared = await lab.measure(() => many.pullSamePage(cursor, pageRounds));
      const floor = await measureBarePage(lab.databaseUrl, pageRounds * pageDevices);
      const pulls = pageRounds * pageDevices;
      const cost = ({ node, postgres }: ProcessorUse): string =>
        `${ms(node / pulls)} + ${ms(postgres / pulls)}`;
      const total = ({ node, postgres }: ProcessorUse): number => node + postgres;
      const rowOf = (readers: string, use: ProcessorUse): FigureRow => ({
        ...row,
        what: `page of one operation, ${readers}: processor time of a pull, server + Postgres`,
        measured: cost(use),
        floor: `${cost(floor)} same SQL, bare pg`,
        ratio: total(floor) / total(use),
      });
      return [rowOf('one device', single), rowOf(`${pageDevices} devices at the same cursor`, shared)];
    } finally {
      await one.end();
      await many.end();
    }
  } finally {
    await lab.stop();
  }
}

/** Replay the statements of one page on a bare connection. */
async function measureBarePage(url: string, times: number): Promise<ProcessorUse> {
  const pool = createPool(url, { max: 1 });
  const record = recordStatements(pool);
  const { generation, head } = await readFirstLoad(pool, ACTOR, { limit: 1 });
  const feedQuery = { generation, cursor: head - 1, limit: 1_000 };
  await readFeed(pool, ACTOR, feedQuery);
  record.take();
  await readFeed(pool, ACTOR, feedQuery);
  const statements = record.take();
  await pool.end();
  const bareClient = await bareConnection(url);
  const postmaster = await postmasterOf(bareClient);
  const run = async (count: number): Promise<void> => {
    for (let k = 0; k < count; k += 1) await replay(bareClient, statements);
  };
  await run(20);
  const use = await measureHere(postmaster, () => run(times));
  await bareClient.end();
  return use;
}
