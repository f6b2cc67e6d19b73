import { z } from 'zod';
import { PROTOCOL_VERSION } from '#db/sync/protocol-version.ts';
import { EnrollResponse, PushResponse } from '#db/sync/wire.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { moveOf, populateLab } from './engine-lab.ts';
import { type Figure, type FigureRow, ms, percentile } from './figure.ts';
import { type Call, signInOverHttp, TECH } from './lab-session.ts';

const DEVICES = 8;
const WARM_UP = 20;
const PER_DEVICE = 200;
const TARGET_RATE = 300;
const TARGET_P99 = 100;
/** Number of operations that a handheld sends after a day offline, in requests of fifty. */
const CAUGHT_UP = 500;
const A_REQUEST = 50;
const TARGET_CATCH_UP = 200;

/**
 * Send until the server accepts: a server that is too busy takes no operation, and a device sends again; the
 * wait is part of the cost.
 */
async function waitUntilAccepted(send: () => Promise<unknown>): Promise<unknown> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await send();
    } catch (error) {
      if (tried === 10 || !String(error).includes('answered 503')) throw error;
    }
  }
}

/**
 * Open a device that sends moves of its own tubes, several in each request; returns the time of each request.
 */
async function openDevice(call: Call, name: string, firstTube: number) {
  const { deviceId } = EnrollResponse.parse(await call('/api/sync/devices', { name }));
  let n = 0;
  return async (requests: number, size: number): Promise<number[]> => {
    const durations: number[] = [];
    for (let request = 0; request < requests; request += 1) {
      const operations = Array.from({ length: size }, () => {
        n += 1;
        return { ...moveOf(firstTube + n), n };
      });
      const start = performance.now();
      const answer = await waitUntilAccepted(() =>
        call('/api/sync/operations', { deviceId, protocol: PROTOCOL_VERSION, operations }),
      );
      durations.push(performance.now() - start);
      const { verdicts } = PushResponse.parse(answer);
      const applied = verdicts.filter(({ outcome }) => outcome === 'APPLIED');
      if (applied.length !== size) throw new Error(`Not applied: ${JSON.stringify(answer)}`);
    }
    return durations;
  };
}

const Health = z.object({ ok: z.literal(true) });

async function workDay(call: Call): Promise<FigureRow> {
  const devices = await Promise.all(
    Array.from({ length: DEVICES }, (_, k) => openDevice(call, `Bench ${k}`, k * (WARM_UP + PER_DEVICE))),
  );
  await Promise.all(devices.map((send) => send(WARM_UP, 1)));
  const start = performance.now();
  const durations = (await Promise.all(devices.map((send) => send(PER_DEVICE, 1)))).flat();
  const rate = durations.length / ((performance.now() - start) / 1_000);
  const p99 = percentile(durations, 0.99);
  return {
    what: `sustained, ${DEVICES} devices, one operation a request`,
    measured: `${Math.round(rate)} ops/s, p99 ${ms(p99)}`,
    floor: null,
    ratio: null,
    target: `${TARGET_RATE} ops/s, p99 < ${TARGET_P99} ms`,
    pass: rate >= TARGET_RATE && p99 < TARGET_P99,
  };
}

async function catchUp(call: Call): Promise<FigureRow> {
  const send = await openDevice(call, 'Bench back from offline', DEVICES * (WARM_UP + PER_DEVICE));
  const start = performance.now();
  await send(CAUGHT_UP / A_REQUEST, A_REQUEST);
  const rate = CAUGHT_UP / ((performance.now() - start) / 1_000);
  return {
    what: `catch-up, ${CAUGHT_UP} operations of one device, ${A_REQUEST} a request`,
    measured: `${Math.round(rate)} ops/s`,
    floor: null,
    ratio: null,
    target: `${TARGET_CATCH_UP} ops/s`,
    pass: rate >= TARGET_CATCH_UP,
  };
}

/** Eight devices that each send one operation after the other, and one that catches up, over HTTP. */
export const sustained: Figure = {
  id: 'sustained',
  async run(stage) {
    const { server, databaseUrl } = await stage.lab('sustained');
    const pool = createPool(databaseUrl, { max: 1 });
    await populateLab(pool, DEVICES * (WARM_UP + PER_DEVICE) + CAUGHT_UP + 1);
    await pool.end();
    const call = await signInOverHttp(server.url, TECH);
    Health.parse(await call('/api/health'));
    return [await workDay(call), await catchUp(call)];
  },
};
