import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { ClientBase, Pool } from 'pg';
import { bareConnection, populateLab, tubeId } from '#scripts/bench/engine-lab.ts';
import { addTechs, type HttpSession, openSession } from '#scripts/bench/lab-session.ts';
import type { Stage } from '#scripts/bench/stage.ts';
import { type LabServer, startLabServer } from '#scripts/bench/start-lab-server.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { type Connection, SimulatedDevice } from './simulated-device.ts';

/** Counts and durations of the figures of scale; `--set devices=50,seconds=10` replaces some. */
const SCALE_SIZES = {
  /** Devices that push at the same time, operations of a request, requests of each device. */
  pushDevices: 8,
  pushBatch: 10,
  pushRounds: 25,
  /** Devices that are connected and pull, and the work of the others meanwhile. */
  devices: 200,
  operationsPerSecond: 5,
  seconds: 30,
  /** Devices that are connected and do not pull, and the pokes that they get. */
  idleDevices: 2_000,
  idleSeconds: 30,
  pokes: 60,
  /** Devices that come back after a shift. */
  shiftDevices: 100,
  shiftOperations: 50,
  shiftChanges: 8_000,
  /** Devices that pull the same page at once, and how often. */
  pageDevices: 50,
  pageRounds: 10,
  /** Client processes. */
  processes: 2,
};
export type ScaleSizes = typeof SCALE_SIZES;

/** Sizes with which every figure runs in seconds and says nothing about speed. */
const SMOKE_SIZES: ScaleSizes = {
  pushDevices: 2,
  pushBatch: 10,
  pushRounds: 2,
  devices: 6,
  operationsPerSecond: 5,
  seconds: 3,
  idleDevices: 20,
  idleSeconds: 3,
  pokes: 5,
  shiftDevices: 4,
  shiftOperations: 5,
  shiftChanges: 200,
  pageDevices: 4,
  pageRounds: 3,
  processes: 2,
};

/** Read the sizes of `--smoke` and `--set`; throws for an unknown name. */
export function readScaleSizes(options: { smoke: boolean; set?: string | undefined }): ScaleSizes {
  const sizes = { ...(options.smoke ? SMOKE_SIZES : SCALE_SIZES) };
  for (const part of (options.set ?? '').split(',').filter((text) => text !== '')) {
    const [name = '', value] = part.split('=');
    const size = Number(value);
    if (!Object.hasOwn(sizes, name) || !Number.isInteger(size) || size < 1)
      throw new Error(`"${part}" is not name=number; names are ${Object.keys(sizes).join(', ')}.`);
    Object.assign(sizes, { [name]: size });
  }
  return sizes;
}

const readOr = (file: string, otherwise: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
};

const TICK_MS = 10;

/** Return the processor milliseconds of one process with its threads; Linux only. */
function ownProcessorMs(pid: number): number {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`))
    nanoseconds += Number(readOr(`/proc/${pid}/task/${thread}/schedstat`, '0').split(' ')[0]);
  return nanoseconds / 1e6;
}

/** Return the processor milliseconds of a Node process. */
export const nodeProcessorMs = ownProcessorMs;

/** Return the processor milliseconds of a Postgres server: its processes, and those that have ended. */
function postgresProcessorMs(postmaster: number): number {
  const children = readOr(`/proc/${postmaster}/task/${postmaster}/children`, '').split(' ').filter(Boolean);
  const stat = readOr(`/proc/${postmaster}/stat`, '')
    .replace(/^.*\) /, '')
    .split(' ');
  const endedMs = (Number(stat[13]) + Number(stat[14])) * TICK_MS;
  let total = ownProcessorMs(postmaster) + endedMs;
  for (const child of children) {
    try {
      total += ownProcessorMs(Number(child));
    } catch {
      // It ended meanwhile, and the next reading counts it among the ended ones.
    }
  }
  return total;
}

/** Return the process id of the Postgres server, which runs on this machine. */
export async function postmasterOf(client: ClientBase): Promise<number> {
  const { rows } = await client.query(
    `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid`,
  );
  return Number(rows[0]?.['pid']);
}

/** Run work of this process and return what it cost here and in Postgres. */
export async function measureHere(postmaster: number, work: () => Promise<unknown>): Promise<ProcessorUse> {
  const before = {
    node: process.cpuUsage(),
    postgres: postgresProcessorMs(postmaster),
    wall: performance.now(),
  };
  await work();
  const { user, system } = process.cpuUsage(before.node);
  return {
    node: (user + system) / 1_000,
    postgres: postgresProcessorMs(postmaster) - before.postgres,
    wall: performance.now() - before.wall,
  };
}

/** Return the megabytes of memory that a process occupies. */
export const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readOr(`/proc/${pid}/status`, ''))?.[1]) / 1_024;

/** Processor time of the servers and of Postgres during some work, in milliseconds. */
export interface ProcessorUse {
  node: number;
  postgres: number;
  wall: number;
}

/** A lab behind one or several server processes. */
export interface ScaleLab {
  databaseUrl: string;
  pool: Pool;
  servers: readonly LabServer[];
  /** The first server process. */
  pid: number;
  /** Sessions of several people at every server, in turn. */
  connections: readonly Connection[];
  /** Run work and return what it cost. */
  measure(work: () => Promise<void>): Promise<ProcessorUse>;
  stop(): Promise<void>;
}

/** A page with verdicts of its reader is not shared, so that few devices may belong to one person. */
const PEOPLE = 20;
const AUTH_SECRET = 'one secret for all server processes of the benchmark';

const DEMO_DATABASES = new WeakMap<Stage, Promise<string>>();

/** Create the demo lab once and return the name of its database, for copying. */
function demoDatabase(stage: Stage): Promise<string> {
  const create = async (): Promise<string> => {
    const databaseUrl = await stage.database('scale_demo');
    const folders = { dist: stage.folder('no-app'), dataDirectory: stage.folder('data-scale-demo') };
    await (await startLabServer({ ...folders, databaseUrl })).stop();
    return 'scale_demo';
  };
  const demo = DEMO_DATABASES.get(stage) ?? create();
  DEMO_DATABASES.set(stage, demo);
  return demo;
}

/** Start server processes over a copy of the demo lab with loose tubes. */
export async function openScaleLab(
  stage: Stage,
  name: string,
  { tubes, processes = 1 }: { tubes: number; processes?: number },
): Promise<ScaleLab> {
  const databaseUrl = await stage.database(name, await demoDatabase(stage));
  const owner = await bareConnection(databaseUrl);
  const postmaster = await postmasterOf(owner);
  await owner.end();
  const servers: LabServer[] = [];
  const pool = createPool(databaseUrl, { max: 2 });
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()));
    if (!pool.ended) await pool.end();
  };
  try {
    for (let k = 0; k < processes; k += 1) {
      const dataDirectory = stage.folder(`data-${name}-${k}`);
      // The calls of the API need no built app.
      const dist = stage.folder('no-app');
      servers.push(await startLabServer({ dist, dataDirectory, databaseUrl, authSecret: AUTH_SECRET }));
    }
    await populateLab(pool, tubes);
    await pool.query('VACUUM ANALYZE');
    const [first] = servers;
    if (!first) throw new Error('There is no server.');
    const sessions: HttpSession[] = [];
    for (const email of await addTechs(pool, PEOPLE)) sessions.push(await openSession(first.url, email));
    const connections = sessions.flatMap(({ cookie }) => servers.map(({ url }) => ({ url, cookie })));
    const read = (): ProcessorUse => ({
      node: servers.reduce((sum, { pid }) => sum + nodeProcessorMs(pid), 0),
      postgres: postgresProcessorMs(postmaster),
      wall: performance.now(),
    });
    const measure = async (work: () => Promise<void>): Promise<ProcessorUse> => {
      const before = read();
      await work();
      const after = read();
      return {
        node: after.node - before.node,
        postgres: after.postgres - before.postgres,
        wall: after.wall - before.wall,
      };
    };
    return { databaseUrl, pool, servers, pid: first.pid, connections, measure, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Return the head of the feed as a device sees it. */
export async function readHead(connection: Connection): Promise<number> {
  const device = new SimulatedDevice(connection);
  await device.enroll('Bench reader');
  return device.cursor;
}

/** Change tubes as other people, some in each revision. */
export async function changeTubes(pool: Pool, count: number, perRevision: number): Promise<void> {
  for (let from = 0; from < count; from += perRevision) {
    const ids = Array.from({ length: Math.min(perRevision, count - from) }, (_, k) => tubeId(from + k));
    await pool.query('UPDATE sample SET remaining_volume = remaining_volume - 1 WHERE id = ANY ($1)', [ids]);
  }
}

/** Return the documents of one moved tube as a page has them; the floor answers with these. */
export async function recordRevision(
  lab: ScaleLab,
  operation: Parameters<SimulatedDevice['push']>[0],
): Promise<string> {
  const [connection, other] = lab.connections;
  if (!connection || !other) throw new Error('There is no session.');
  let page = '';
  // Another person does not get the verdict, like nearly everybody in the lab.
  const reader = new SimulatedDevice(other, (text) => {
    page = text;
  });
  const writer = new SimulatedDevice(connection);
  await reader.enroll('Bench reader');
  await writer.enroll('Bench writer');
  await writer.push(operation);
  await reader.pull();
  const documents = /"documents":\[(.*)\],"departed"/.exec(page)?.[1];
  if (!documents) throw new Error('The page has no document.');
  return documents;
}

/** Do something a number of times at equal distances, whether or not the one before has ended. */
export async function pace(
  times: number,
  perSecond: number,
  work: (k: number) => Promise<void>,
): Promise<void> {
  const start = performance.now();
  const running: Promise<void>[] = [];
  for (let k = 0; k < times; k += 1) {
    const rest = start + (k * 1_000) / perSecond - performance.now();
    if (rest > 0) await wait(rest);
    running.push(work(k));
  }
  await Promise.all(running);
}

/** Wait until a condition holds; throws after the limit. */
export async function until(holds: () => Promise<boolean>, limitMs: number): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Not reached within ${limitMs / 1_000} s.`);
    await wait(100);
  }
}

/** Format processor time as a share of one core. */
export const percentOfCore = (processorMs: number, wall: number): string =>
  `${((processorMs / wall) * 100).toFixed(0)} %`;
