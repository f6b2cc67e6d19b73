import { setTimeout as wait } from 'node:timers/promises';
import { moveOf } from '#scripts/bench/engine-lab.ts';
import { type FigureRow, ms, percentile } from '#scripts/bench/figure.ts';
import type { Stage } from '#scripts/bench/stage.ts';
import { startBareServer } from './bare-server.ts';
import { type DeviceFleet, openFleet } from './device-fleet.ts';
import {
  nodeProcessorMs,
  openScaleLab,
  type ProcessorUse,
  pace,
  percentOfCore,
  recordRevision,
  residentMegabytes,
  type ScaleSizes,
  until,
} from './scale-lab.ts';
import { type Arrival, type Connection, SimulatedDevice, sharedClock } from './simulated-device.ts';

const PUSHERS = 5;

/** A server that devices connect to: the product, or the floor. */
export interface Target {
  connections: readonly Connection[];
  pid: number;
  measure(work: () => Promise<void>): Promise<ProcessorUse>;
}

/** Push moves at a constant rate; returns when each revision was accepted. */
export async function pushAtRate(
  target: Target,
  { firstTube, operations, perSecond }: { firstTube: number; operations: number; perSecond: number },
): Promise<Map<number, number>> {
  const acceptedAt = new Map<number, number>();
  const connection = target.connections[0];
  if (!connection) throw new Error('There is no session.');
  const pushers = await Promise.all(
    Array.from({ length: PUSHERS }, async (_, k) => {
      const device = new SimulatedDevice(connection);
      await device.enroll(`Bench pusher ${k}`);
      return { device, sending: Promise.resolve() };
    }),
  );
  await pace(operations, perSecond, async (k) => {
    const pusher = pushers[k % PUSHERS];
    if (!pusher) return;
    // A device sends one request after the other.
    pusher.sending = pusher.sending.then(async () => {
      const [rev] = await pusher.device.push([moveOf(firstTube + k)]);
      if (rev !== undefined) acceptedAt.set(rev, sharedClock());
    });
    await pusher.sending;
  });
  return acceptedAt;
}

/** Return for each device and revision the milliseconds from its acceptance until the device had it. */
export function delaysOf(acceptedAt: ReadonlyMap<number, number>, devices: readonly Arrival[][]): number[] {
  const revisions = [...acceptedAt].sort(([a], [b]) => a - b);
  return devices.flatMap((arrivals) => {
    let at = 0;
    return revisions.map(([rev, accepted]) => {
      while (at < arrivals.length && (arrivals[at]?.[0] ?? 0) < rev) at += 1;
      const arrival = arrivals[at];
      if (!arrival) throw new Error(`Revision ${rev} has not arrived.`);
      // The others may have it before its sender has the verdict.
      return Math.max(0, arrival[1] - accepted);
    });
  });
}

interface ConnectedResult {
  delays: number[];
  /** Cost of the pushes alone, without devices that listen. */
  pushes: ProcessorUse;
  work: ProcessorUse;
  pages: number;
}

const countsOf = (sizes: ScaleSizes) => {
  const operations = sizes.seconds * sizes.operationsPerSecond;
  return { operations, warmUp: Math.ceil(operations / 3) };
};

async function followWork(target: Target, sizes: ScaleSizes): Promise<ConnectedResult> {
  const perSecond = sizes.operationsPerSecond;
  const { operations, warmUp } = countsOf(sizes);
  // Also the warm-up of the server.
  await pushAtRate(target, { firstTube: 0, operations: warmUp, perSecond: perSecond * 4 });
  const pushes = await target.measure(async () => {
    await pushAtRate(target, { firstTube: warmUp, operations: warmUp, perSecond });
  });
  const fleet = await openFleet(target.connections, sizes);
  try {
    await fleet.listen(true);
    await untilNoMorePulls(fleet);
    await fleet.takeArrivals();
    const before = await fleet.counts();
    let acceptedAt = new Map<number, number>();
    const work = await target.measure(async () => {
      acceptedAt = await pushAtRate(target, { firstTube: 2 * warmUp, operations, perSecond });
      const last = Math.max(...acceptedAt.keys());
      await until(async () => (await fleet.counts()).cursors.every((cursor) => cursor >= last), 120_000);
    });
    const { pages } = await fleet.counts();
    return {
      delays: delaysOf(acceptedAt, await fleet.takeArrivals()),
      pushes,
      work,
      pages: pages - before.pages,
    };
  } finally {
    await fleet.end();
  }
}

/** Wait until no device has more to pull. */
async function untilNoMorePulls(fleet: DeviceFleet): Promise<void> {
  await until(async () => {
    const before = await fleet.counts();
    await wait(500);
    const after = await fleet.counts();
    return before.pages === after.pages && new Set(after.cursors).size === 1;
  }, 60_000);
}

/** Start the bare server as the floor of a lab. */
export async function openFloor(document: string): Promise<Target & { stop(): Promise<void> }> {
  const server = await startBareServer(document);
  const measure: Target['measure'] = async (work) => {
    const before = { node: nodeProcessorMs(server.pid), wall: performance.now() };
    await work();
    const node = nodeProcessorMs(server.pid) - before.node;
    return { node, postgres: 0, wall: performance.now() - before.wall };
  };
  return { connections: [{ url: server.url, cookie: '' }], pid: server.pid, measure, stop: server.stop };
}

const p50p99 = (samples: readonly number[]): string =>
  `${ms(percentile(samples, 0.5))} / ${ms(percentile(samples, 0.99))}`;

/** Devices that pull at each operation of the others: how soon they have it, and what the feed costs. */
export async function measureConnected(stage: Stage, sizes: ScaleSizes): Promise<FigureRow[]> {
  const { operations } = countsOf(sizes);
  const lab = await openScaleLab(stage, 'scale_connected', { tubes: operations * 2 + 10 });
  try {
    const document = await recordRevision(lab, [moveOf(operations * 2 + 5)]);
    const product = await followWork(lab, sizes);
    const bareTarget = await openFloor(document);
    const floor = await followWork(bareTarget, sizes).finally(() => bareTarget.stop());
    return connectedRows(sizes, product, floor);
  } finally {
    await lab.stop();
  }
}

function connectedRows(sizes: ScaleSizes, product: ConnectedResult, floor: ConnectedResult): FigureRow[] {
  const subject = `${sizes.devices} connected devices, ${sizes.operationsPerSecond} operations a second`;
  const { operations, warmUp } = countsOf(sizes);
  // What the pushes cost by themselves is no part of the feed.
  const feed = ({ pushes, work }: ConnectedResult) => {
    const share = work.wall / pushes.wall;
    return { node: work.node - pushes.node * share, postgres: work.postgres - pushes.postgres * share };
  };
  const [ours, theirs] = [feed(product), feed(floor)];
  const row = { target: null, pass: null };
  return [
    {
      ...row,
      what: `${subject}: accepted → seen by the others, p50 / p99`,
      measured: p50p99(product.delays),
      floor: `${p50p99(floor.delays)} bare server with stored pages`,
      ratio: percentile(floor.delays, 0.5) / percentile(product.delays, 0.5),
      note: `${product.pages} pulls for ${product.delays.length} deliveries; the floor ${floor.pages}.`,
    },
    {
      ...row,
      what: `${subject}: processor time of the feed for each operation, server + Postgres`,
      measured: `${ms(ours.node / operations)} + ${ms(ours.postgres / operations)}`,
      floor: `${ms(theirs.node / operations)} bare server`,
      ratio: theirs.node / (ours.node + ours.postgres),
      note: `in the run ${percentOfCore(ours.node, product.work.wall)} + ${percentOfCore(ours.postgres, product.work.wall)} of a core for ${(operations / (product.work.wall / 1_000)).toFixed(1)} operations a second; for each pull ${ms(ours.node / product.pages)} + ${ms(ours.postgres / product.pages)}, floor ${ms(theirs.node / floor.pages)}; for each operation pushed ${ms(product.pushes.node / warmUp)} + ${ms(product.pushes.postgres / warmUp)}.`,
    },
  ];
}

interface IdleResult {
  /** Of each device. */
  megabytes: number;
  idle: ProcessorUse;
  perPoke: number;
  delays: number[];
}

async function pokeIdle(target: Target, sizes: ScaleSizes, poke: () => Promise<void>): Promise<IdleResult> {
  const before = residentMegabytes(target.pid);
  const fleet = await openFleet(target.connections, { ...sizes, devices: sizes.idleDevices });
  try {
    const enrolled = residentMegabytes(target.pid);
    await fleet.listen(false);
    const connected = residentMegabytes(target.pid);
    const idle = await target.measure(() => wait(sizes.idleSeconds * 1_000));
    await fleet.takePokes();
    const sentAt: number[] = [];
    const poked = await target.measure(async () => {
      await pace(sizes.pokes, 2, async () => {
        sentAt.push(sharedClock());
        await poke();
      });
      await wait(1_000);
    });
    const pokes = await fleet.takePokes();
    const delays = pokes.flatMap((arrivals) => arrivals.map(([, at], k) => at - (sentAt[k] ?? Number.NaN)));
    if (delays.length !== sizes.pokes * sizes.idleDevices)
      throw new Error(`${delays.length} pokes arrived, not ${sizes.pokes * sizes.idleDevices}.`);
    const pokeMs = poked.node + poked.postgres - ((idle.node + idle.postgres) * poked.wall) / idle.wall;
    return {
      megabytes: (connected - Math.min(before, enrolled)) / sizes.idleDevices,
      idle,
      perPoke: pokeMs / sizes.pokes,
      delays,
    };
  } finally {
    await fleet.end();
  }
}

/** Devices that are connected and only get pokes: memory, processor time and delay. */
export async function measureIdle(stage: Stage, sizes: ScaleSizes): Promise<FigureRow[]> {
  const lab = await openScaleLab(stage, 'scale_idle', { tubes: 10 });
  try {
    // Moves the head and notifies, without any document.
    const poke = async (): Promise<void> => void (await lab.pool.query(`SELECT sync_rev('WBL')`));
    const product = await pokeIdle(lab, sizes, poke);
    const bareTarget = await openFloor('{}');
    const url = bareTarget.connections[0]?.url;
    const floor = await pokeIdle(bareTarget, sizes, async () => {
      await (await fetch(`${url}/advance?revisions=1`)).json();
    }).finally(() => bareTarget.stop());
    return idleRows(sizes, product, floor);
  } finally {
    await lab.stop();
  }
}

function idleRows(sizes: ScaleSizes, product: IdleResult, floor: IdleResult): FigureRow[] {
  const subject = `${sizes.idleDevices.toLocaleString('en')} connected devices that do not pull`;
  const idleShare = ({ idle }: IdleResult): string =>
    `${percentOfCore(idle.node, idle.wall)} + ${percentOfCore(idle.postgres, idle.wall)} of a core`;
  const kilobytes = ({ megabytes }: IdleResult): string => `${Math.round(megabytes * 1_024)} KB`;
  const row = { target: null, pass: null };
  return [
    {
      ...row,
      what: `${subject}: memory of the server for each`,
      measured: kilobytes(product),
      floor: `${kilobytes(floor)} bare server`,
      ratio: floor.megabytes / product.megabytes,
    },
    {
      ...row,
      what: `${subject}: processor time while nothing happens, server + Postgres`,
      measured: idleShare(product),
      floor: `${idleShare(floor)} bare server`,
      ratio: floor.idle.node / (product.idle.node + product.idle.postgres),
      note: 'heartbeats, and the check of each session at each heartbeat.',
    },
    {
      ...row,
      what: `${subject}: processor time of one poke to all`,
      measured: ms(product.perPoke),
      floor: `${ms(floor.perPoke)} bare server`,
      ratio: floor.perPoke / product.perPoke,
    },
    {
      ...row,
      what: `${subject}: head moved → poke on the device, p50 / p99`,
      measured: p50p99(product.delays),
      floor: `${p50p99(floor.delays)} bare server`,
      ratio: percentile(floor.delays, 0.99) / percentile(product.delays, 0.99),
    },
  ];
}
