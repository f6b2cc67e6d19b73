import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { moveOf } from '#scripts/bench/engine-lab.ts';
import { type Arrival, type Connection, SimulatedDevice, sharedClock } from './simulated-device.ts';

const THIS_FILE = fileURLToPath(import.meta.url);
const FLEET = 'fleet';

/** The counts of the devices of a fleet. */
interface FleetCounts {
  refusedRequests: number;
  pages: number;
  bytes: number;
  cursors: number[];
}

/** What a process does with its devices, one after the other. */
class DeviceGroup {
  private devices: SimulatedDevice[] = [];

  async open(connections: readonly Connection[], count: number): Promise<void> {
    this.devices = Array.from(
      { length: count },
      (_, k) => new SimulatedDevice(connections[k % connections.length] ?? { url: '', cookie: '' }),
    );
    // One after the other: each takes its letter under the lock of the lab.
    for (const [k, device] of this.devices.entries()) await device.enroll(`Bench ${k}`);
  }

  async listen(pulls: boolean): Promise<void> {
    const WIDTH = 20;
    for (let from = 0; from < this.devices.length; from += WIDTH)
      await Promise.all(this.devices.slice(from, from + WIDTH).map((device) => device.listen(pulls)));
  }

  /** Return for each device when it reached each cursor, and forget it. */
  async takeArrivals(): Promise<Arrival[][]> {
    return this.devices.map(({ arrivals }) => arrivals.splice(0));
  }

  /** Return for each device when it got each poke, and forget it. */
  async takePokes(): Promise<Arrival[][]> {
    return this.devices.map(({ pokes }) => pokes.splice(0));
  }

  /** Come back after a shift: renew, listen, send what waits, and pull; returns when the last has sent. */
  async comeBack(firstTube: number, operations: number): Promise<number> {
    const back = async (device: SimulatedDevice, k: number): Promise<void> => {
      await device.enroll(`Bench ${k}`);
      await device.listen(true);
      const from = firstTube + k * operations;
      await device.push(Array.from({ length: operations }, (_, i) => moveOf(from + i)));
      await device.pull();
    };
    await Promise.all(this.devices.map(back));
    return sharedClock();
  }

  async counts(): Promise<FleetCounts> {
    const sum = (of: (device: SimulatedDevice) => number): number =>
      this.devices.reduce((total, device) => total + of(device), 0);
    return {
      refusedRequests: sum((device) => device.refusedRequests),
      pages: sum((device) => device.pages),
      bytes: sum((device) => device.bytes),
      cursors: this.devices.map(({ cursor }) => cursor),
    };
  }

  /** Let each device pull the same page a number of times, all at once, from the same cursor. */
  async pullSamePage(cursor: number, times: number): Promise<void> {
    for (let round = 0; round < times; round += 1)
      await Promise.all(
        this.devices.map(async (device) => {
          device.cursor = cursor;
          await device.pullPage();
        }),
      );
  }

  async close(): Promise<void> {
    for (const device of this.devices) device.close();
    this.devices = [];
  }
}

type Method =
  | 'open'
  | 'listen'
  | 'takeArrivals'
  | 'takePokes'
  | 'comeBack'
  | 'counts'
  | 'pullSamePage'
  | 'close';
type Result<M extends Method> = Awaited<ReturnType<DeviceGroup[M]>>;

interface Request {
  method: Method;
  args: unknown[];
}

/** Ask a process to do something with its devices; one request at a time. */
function ask<M extends Method>(
  child: ChildProcess,
  method: M,
  args: Parameters<DeviceGroup[M]>,
): Promise<Result<M>> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error('A process of devices ended.'));
    child.once('exit', onExit);
    child.once('message', (answer: { result?: Result<M>; problem?: string }) => {
      child.off('exit', onExit);
      if (answer.problem !== undefined) reject(new Error(answer.problem));
      // The cast is safe: this file is both ends, and a method without a result resolves to undefined.
      else resolve(answer.result as Result<M>);
    });
    child.send({ method, args } satisfies Request);
  });
}

/** Many simulated devices in processes of their own. */
export interface DeviceFleet {
  listen(pulls: boolean): Promise<void>;
  takeArrivals(): Promise<Arrival[][]>;
  takePokes(): Promise<Arrival[][]>;
  comeBack(firstTube: number, operations: number): Promise<number>;
  counts(): Promise<FleetCounts>;
  pullSamePage(cursor: number, times: number): Promise<void>;
  end(): Promise<void>;
}

/** Start processes, and enroll devices at the servers of `connections` in turn. */
export async function openFleet(
  connections: readonly Connection[],
  { devices, processes }: { devices: number; processes: number },
): Promise<DeviceFleet> {
  const shares = Array.from({ length: processes }, (_, k) => Math.floor((devices + k) / processes));
  const children = shares.map(() => fork(THIS_FILE, [FLEET], { execArgv: ['--import', 'tsx'] }));
  const all = <M extends Method>(method: M, args: (k: number) => Parameters<DeviceGroup[M]>) =>
    Promise.all(children.map((child, k) => ask(child, method, args(k))));
  const end = async (): Promise<void> => {
    for (const child of children) child.kill();
  };
  try {
    await all('open', (k) => [connections, shares[k] ?? 0]);
  } catch (error) {
    await end();
    throw error;
  }
  const before = (k: number): number => shares.slice(0, k).reduce((sum, share) => sum + share, 0);
  return {
    listen: async (pulls) => void (await all('listen', () => [pulls])),
    takeArrivals: async () => (await all('takeArrivals', () => [])).flat(),
    takePokes: async () => (await all('takePokes', () => [])).flat(),
    comeBack: async (firstTube, operations) =>
      Math.max(...(await all('comeBack', (k) => [firstTube + before(k) * operations, operations]))),
    counts: async () => {
      const counts = await all('counts', () => []);
      const sum = (of: (one: FleetCounts) => number): number =>
        counts.reduce((total, one) => total + of(one), 0);
      return {
        refusedRequests: sum((one) => one.refusedRequests),
        pages: sum((one) => one.pages),
        bytes: sum((one) => one.bytes),
        cursors: counts.flatMap(({ cursors }) => cursors),
      };
    },
    pullSamePage: async (cursor, times) => void (await all('pullSamePage', () => [cursor, times])),
    end,
  };
}

if (process.argv[1] === THIS_FILE && process.argv[2] === FLEET) {
  const group = new DeviceGroup();
  process.on('message', ({ method, args }: Request) => {
    const work: Promise<unknown> = Reflect.apply(group[method], group, args);
    work.then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ problem: error instanceof Error ? error.message : String(error) }),
    );
  });
}
