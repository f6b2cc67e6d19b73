import { z } from 'zod';
import { PROTOCOL_VERSION } from '#db/sync/protocol-version.ts';
import { EnrolResponse, PushResponse } from '#db/sync/wire.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { TECH } from './demo-account.ts';
import { moveOf } from './engine-lab.ts';
import { type Figure, ms, percentile } from './figure.ts';
import { furnishLab } from './furnish-lab.ts';
import { type Call, signInOverHttp } from './lab-session.ts';

const DEVICES = 8;
const PER_DEVICE = 200;
const TARGET_RATE = 300;
const TARGET_P99 = 100;

/** A server that is too busy consumes nothing, and a device sends again; the wait is part of what it costs. */
async function untilTaken(send: () => Promise<unknown>): Promise<unknown> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await send();
    } catch (error) {
      if (tried === 10 || !String(error).includes('answered 503')) throw error;
    }
  }
}

async function workDay(call: Call, device: number, from: number, taken: number[]): Promise<void> {
  const { deviceId } = EnrolResponse.parse(await call('/api/sync/devices', { name: `Bench ${device}` }));
  for (let n = 1; n <= PER_DEVICE; n += 1) {
    const operations = [{ ...moveOf(from + device * PER_DEVICE + n), n }];
    const start = performance.now();
    const answer = await untilTaken(() =>
      call('/api/sync/operations', { deviceId, protocol: PROTOCOL_VERSION, operations }),
    );
    taken.push(performance.now() - start);
    const [verdict] = PushResponse.parse(answer).verdicts;
    if (verdict?.outcome !== 'APPLIED') throw new Error(`Not applied: ${JSON.stringify(answer)}`);
  }
}

const Health = z.object({ ok: z.literal(true) });

/** Eight devices that each send one operation after the other, over HTTP. */
export const sustained: Figure = {
  id: 'sustained',
  async run(stage) {
    const { server, databaseUrl } = await stage.lab('sustained');
    const pool = createPool(databaseUrl, { max: 1 });
    await furnishLab(pool, DEVICES * PER_DEVICE + 1);
    await pool.end();
    const call = await signInOverHttp(server.url, TECH);
    Health.parse(await call('/api/health'));
    const taken: number[] = [];
    const start = performance.now();
    await Promise.all(Array.from({ length: DEVICES }, (_, device) => workDay(call, device, 0, taken)));
    const seconds = (performance.now() - start) / 1_000;
    const rate = taken.length / seconds;
    const p99 = percentile(taken, 0.99);
    return [
      {
        what: `sustained, ${DEVICES} devices, one operation a request`,
        measured: `${Math.round(rate)} ops/s, p99 ${ms(p99)}`,
        floor: null,
        ratio: null,
        target: `${TARGET_RATE} ops/s, p99 < ${TARGET_P99} ms`,
        pass: rate >= TARGET_RATE && p99 < TARGET_P99,
      },
    ];
  },
};
