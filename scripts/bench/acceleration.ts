import type { Pool } from 'pg';
import { fillPlate } from '#db/batches/layout/place-sample.ts';
import { CATALOGUE } from '#db/entities.ts';
import { ANN, buildBatchWorld } from '#db/factories/benches/build-batch-world.ts';
import { buildContext } from '#db/factories/run-rule.ts';
import { WELL_NAMES } from '#db/values/plate-well.ts';
import {
  createPrefetcher,
  getReadCache,
  startReadCache,
} from '#sync-server/postgres/acceleration/acceleration.ts';
import {
  ACCELERATION_PARTS,
  type AccelerationParts,
  ALL_PARTS,
} from '#sync-server/postgres/acceleration/parts.ts';
import { PgTransaction, scopeOfActor } from '#sync-server/postgres/pg-transaction.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { pushOperations } from '#sync-server/sync/push-operations.ts';
import { ACTOR, engineOver, makeEngineLab, moveOf } from './engine-lab.ts';
import { type Figure, type FigureRow, ms, percentile } from './figure.ts';
import type { Stage } from './stage.ts';

const DEVICES = 8;
const MOVES = 11_500;

/** One kind of work; `run` does the same amount of it each time. */
interface Load {
  name: string;
  rounds: number;
  open(pool: Pool): Promise<() => Promise<void>>;
}

let nextMove = 0;
let devices = 0;

function takeTube(): number {
  nextMove += 1;
  if (nextMove >= MOVES) throw new Error('There are no more tubes.');
  return nextMove;
}

/** Enroll a device that pushes moves of tubes that nobody has moved; returns what pushes a number of them. */
export async function openEngineDevice(
  pool: Pool,
  nextTube = takeTube,
): Promise<(size: number) => Promise<void>> {
  devices += 1;
  const deviceId = `device-${devices}`;
  await pool.query(
    `INSERT INTO device (id, entity, name, registered_by_id, user_company_id, kind) VALUES ($1, $2, 'Bench', $3, $4, 'HANDHELD')`,
    [deviceId, ACTOR.entity, ACTOR.userId, ACTOR.userCompanyId],
  );
  let n = 0;
  return async (size) => {
    const operations = Array.from({ length: size }, () => {
      n += 1;
      return { ...moveOf(nextTube()), n };
    });
    const { verdicts } = await pushOperations(engineOver(pool), ACTOR, { deviceId, protocol: 1, operations });
    if (verdicts.filter(({ outcome }) => outcome === 'APPLIED').length !== size)
      throw new Error(`Not applied: ${JSON.stringify(verdicts)}`);
  };
}

const single: Load = {
  name: 'one device, one operation at a time',
  rounds: 220,
  open: async (pool) => {
    const push = await openEngineDevice(pool);
    return async () => {
      await push(1);
    };
  },
};

const catchUp: Load = {
  name: 'one device, 20 operations a request',
  rounds: 24,
  open: async (pool) => {
    const push = await openEngineDevice(pool);
    return () => push(20);
  },
};

const severalDevices: Load = {
  name: `${DEVICES} devices at once, one operation a request`,
  rounds: 60,
  open: async (pool) => {
    const pushes = await Promise.all(Array.from({ length: DEVICES }, () => openEngineDevice(pool)));
    return async () => {
      await Promise.all(pushes.map((push) => push(1)));
    };
  },
};

class RolledBack extends Error {}

/** Lay a plate of 96 samples out; the plate is as empty afterwards as before. */
const plate: Load = {
  name: 'a plate of 96 samples',
  rounds: 40,
  open: async (pool) => async () => {
    const at = '2026-11-21T10:00:00.000Z';
    const stamp = {
      at,
      userId: ANN.userId,
      ...scopeOfActor(ANN, 'bench'),
      receivedAt: at,
      requestId: 'request-1',
    };
    const samples = WELL_NAMES.map((plateLocation, k) => ({ sampleId: `s${k + 1}`, plateLocation }));
    const filling = { batchId: 'batch-1', samples, controls: [] };
    const work = inTransaction(pool, async (client) => {
      startReadCache(client);
      const tx = new PgTransaction(
        client,
        stamp,
        createPrefetcher(client, 'WBL', { name: 'fill-plate', args: filling }),
        getReadCache(client),
      );
      await tx.prefetch();
      const context = buildContext({ actor: ANN, deviceId: null });
      await fillPlate.run(tx, fillPlate.args.parse(filling), context);
      await tx.finish();
      throw new RolledBack();
    });
    await work.catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  },
};

/** Create a database with one batch and 96 samples that wait for it. */
async function makePlateLab(stage: Stage): Promise<string> {
  const url = await stage.database('acceleration_plate');
  const pool = createPool(url, { max: 1 });
  const at = '2026-11-21T10:00:00.000Z';
  const stamp = { at, userId: 'ann', ...scopeOfActor(ANN, 'bench'), receivedAt: at, requestId: 'request-1' };
  const world = buildBatchWorld({ samples: 96 });
  await inTransaction(pool, async (client) => {
    await client.query('SET LOCAL session_replication_role = replica');
    const tx = new PgTransaction(client, stamp);
    for (const entity of CATALOGUE) {
      if (entity.name === 'Person') continue;
      for (const row of world.all(entity)) await tx.insert(entity, row);
    }
    await tx.finish();
  });
  await pool.end();
  return url;
}

/** Compare a load with all parts and without some, in alternating rounds on one database. */
async function compare(
  load: Load,
  url: string,
  on: () => Promise<void>,
  parts: AccelerationParts,
): Promise<{ onMs: number; offMs: number; ratio: number }> {
  const pool = createPool(url, { max: 12, acceleration: parts });
  const off = await load.open(pool);
  const times: { on: number[]; off: number[] } = { on: [], off: [] };
  const time = async (work: () => Promise<void>, into: number[]): Promise<void> => {
    const start = performance.now();
    await work();
    into.push(performance.now() - start);
  };
  for (let round = -2; round < load.rounds; round += 1) {
    const into = round < 0 ? { on: [], off: [] } : times;
    if (round % 2 === 0) await time(on, into.on);
    await time(off, into.off);
    if (round % 2 !== 0) await time(on, into.on);
  }
  await pool.end();
  const [onMs, offMs] = [percentile(times.on, 0.2), percentile(times.off, 0.2)];
  return { onMs, offMs, ratio: offMs / onMs };
}

/** Measure what each part of the server's acceleration saves, with and without it in the same run. */
export const acceleration: Figure = {
  id: 'acceleration',
  async run(stage) {
    const base = await makeEngineLab(stage, 'acceleration_base', MOVES);
    const plates = await makePlateLab(stage);
    const rows: FigureRow[] = [];
    for (const load of [single, catchUp, severalDevices, plate]) {
      nextMove = 0;
      const url = load === plate ? plates : await stage.database(`acceleration_${rows.length}`, base);
      const pool = createPool(url, { max: 12 });
      const on = await load.open(pool);
      const without = [
        ...ACCELERATION_PARTS.filter((part) => part !== 'batched-reads').map(
          (part) => [part, new Set([...ALL_PARTS].filter((one) => one !== part))] as const,
        ),
        ['all', new Set<never>()] as const,
      ];
      for (const [name, parts] of without) {
        const { onMs, offMs, ratio } = await compare(load, url, on, parts);
        rows.push({
          what: `${load.name}: without ${name}`,
          measured: ms(offMs),
          floor: `${ms(onMs)} with all`,
          ratio,
          target: null,
          pass: null,
        });
      }
      await pool.end();
    }
    return rows;
  },
};
