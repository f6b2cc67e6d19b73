import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ClientBase, Pool } from 'pg';
import { ulid } from 'ulid';
import type { AnyEntity } from '#db/entity.ts';
import { buildUser, buildUserCompany } from '#db/factories/build-identity.ts';
import { buildCompany } from '#db/factories/build-organizations.ts';
import { buildActor } from '#db/factories/run-rule.ts';
import { user } from '#db/identity/user.ts';
import { userCompany } from '#db/identity/user-company.ts';
import type { Actor } from '#db/operation.ts';
import { company } from '#db/organizations/company.ts';
import type { OperationEnvelope } from '#db/sync/wire.ts';
import { bareConnection, engineOver, populateLab, slotOf, tubeId } from '#scripts/bench/engine-lab.ts';
import { type FigureRow, ms, percentile } from '#scripts/bench/figure.ts';
import type { Stage } from '#scripts/bench/stage.ts';
import { recordStatements, replay, type Statement } from '#scripts/bench/statement-record.ts';
import { insertRow } from '#sync-server/postgres/entity-store.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { pushOperations } from '#sync-server/sync/push-operations.ts';
import { measureHere, nodeProcessorMs, postmasterOf } from './scale-lab.ts';

const THIS_FILE = fileURLToPath(import.meta.url);
const PROCESS = 'process of labs';
const BATCH = 10;
/** A lab has two devices, so that its queue is not empty while one of them reads an answer. */
const DEVICES = 2;
const WARM_UP = 2;

interface Sizes {
  /** Labs that push at once, one measurement each. */
  labs: readonly number[];
  /** Requests of all labs together in each measurement. */
  pushes: number;
}
const SIZES: Sizes = { labs: [1, 2, 4, 20], pushes: 200 };
const SMOKE_SIZES: Sizes = { labs: [1, 2], pushes: 8 };
const PROCESSES = [1, 2];
const pushesOfDevice = ({ pushes }: Sizes, labs: number): number => Math.ceil(pushes / (labs * DEVICES));

/** One lab of many; all serve the same business entity, so nothing but the key of the lab tells their rows apart. */
const labId = (k: number): string => `LAB${k}`;
const actorOf = (k: number): Actor =>
  buildActor({
    userId: `lab${k}-user`,
    userCompanyId: `lab${k}-member`,
    companyId: `lab${k}-company`,
    lab: { id: labId(k), home: 'WBL', entities: ['WBL'] },
  });
const idInLab = (k: number, id: string): string => id.replace('bench-', `lab${k}-`);

async function addPerson(client: ClientBase, k: number): Promise<void> {
  const { userId, userCompanyId, companyId, role, entity } = actorOf(k);
  const insert = (of: AnyEntity, row: object) => insertRow(client, of, { ...row });
  await client.query('INSERT INTO sync_head (lab) VALUES ($1)', [labId(k)]);
  await client.query(`SELECT set_config('benchside.lab', $1, true)`, [labId(k)]);
  await insert(company, buildCompany({ id: companyId, entity }));
  await insert(user, buildUser({ id: userId, email: `lab${k}@wbl.example` }));
  await insert(userCompany, buildUserCompany({ id: userCompanyId, userId, companyId, role, entity }));
}

/** Create a database with labs that have the same places and tubes. */
async function makeLabs(stage: Stage, name: string, tubesOfLab: readonly number[]): Promise<string> {
  const pool = createPool(await stage.database(name), { max: 1 });
  await populateLab(pool, Math.max(...tubesOfLab));
  await inTransaction(pool, async (client) => {
    await client.query(`SET LOCAL statement_timeout = 0; SET LOCAL session_replication_role = replica`);
    for (const [k, tubes] of tubesOfLab.entries()) {
      await addPerson(client, k);
      for (const table of ['storage_management', 'barcode', 'sample'])
        await client.query(
          `INSERT INTO ${table} SELECT (jsonb_populate_record(NULL::${table},
             replace(replace(to_jsonb(one)::text, 'bench-', $1), '"BT-', $2)::jsonb || jsonb_build_object('lab', $3::text))).*
           FROM ${table} AS one WHERE lab = 'WBL' AND coalesce(substring(id FROM 'tube-(\\d+)')::int, 0) < $4`,
          [`lab${k}-`, `"L${k}-`, labId(k), tubes],
        );
    }
  });
  await pool.query('VACUUM ANALYZE');
  await pool.end();
  return name;
}

/** The devices that one process serves. */
interface Work {
  run: number;
  /** Their labs and first tubes. */
  devices: readonly { lab: number; device: number; firstTube: number }[];
  pushes: number;
  engineUrl: string;
  recordedUrl: string;
  bareUrl: string;
}

type Push = (request: number) => Promise<void>;

async function openDevice(
  pool: Pool,
  run: number,
  { lab, device, firstTube }: Work['devices'][number],
): Promise<Push> {
  const actor = actorOf(lab);
  const deviceId = `lab${lab}-run${run}-device${device}`;
  await pool.query(
    `INSERT INTO device (id, entity, lab, name, registered_by_id, user_company_id, kind)
     VALUES ($1, $2, $3, 'Bench', $4, $5, 'HANDHELD')`,
    [deviceId, actor.entity, labId(lab), actor.userId, actor.userCompanyId],
  );
  return async (request) => {
    const operations = Array.from({ length: BATCH }, (_, place): OperationEnvelope => {
      const tube = firstTube + request * BATCH + place;
      const { containerId, position } = slotOf(tube);
      const args = { sampleId: idInLab(lab, tubeId(tube)), containerId: idInLab(lab, containerId), position };
      const operation = { id: ulid(), n: request * BATCH + place + 1, name: 'move-sample', version: 1, args };
      return { ...operation, occurredAt: new Date().toISOString(), base: {}, dependsOn: [] };
    });
    const { verdicts } = await pushOperations(engineOver(pool), actor, { deviceId, protocol: 1, operations });
    const failure = verdicts.find(({ outcome }) => outcome !== 'APPLIED');
    if (failure) throw new Error(`Not applied: ${JSON.stringify(failure)}`);
  };
}

/** Let all devices send at once, each one request after the other; returns the time of each. */
async function sendAll(pushes: readonly Push[], from: number, to: number): Promise<number[]> {
  const durations: number[] = [];
  const send = async (push: Push): Promise<void> => {
    for (let request = from; request < to; request += 1) {
      const start = performance.now();
      await push(request);
      durations.push(performance.now() - start);
    }
  };
  await Promise.all(pushes.map(send));
  return durations;
}

/** The requests of one process through the engine, and their statements on a bare connection for each device. */
class LabProcess {
  private engine: Pool | undefined;
  private pushes: Push[] = [];
  private recordings: { client: Awaited<ReturnType<typeof bareConnection>>; requests: Statement[][] }[] = [];
  private last = 0;

  async open({ run, devices, pushes, engineUrl, recordedUrl, bareUrl }: Work): Promise<void> {
    this.last = WARM_UP + pushes;
    const recorded = createPool(recordedUrl, { max: 1 });
    const record = recordStatements(recorded);
    const bareSetUp = createPool(bareUrl, { max: 1 });
    this.engine = createPool(engineUrl);
    for (const device of devices) {
      const push = await openDevice(recorded, run, device);
      await openDevice(bareSetUp, run, device);
      record.take();
      const requests: Statement[][] = [];
      for (let request = 0; request < this.last; request += 1) {
        await push(request);
        requests.push(record.take());
      }
      this.recordings.push({ client: await bareConnection(bareUrl), requests });
      this.pushes.push(await openDevice(this.engine, run, device));
    }
    await recorded.end();
    await bareSetUp.end();
    await sendAll(this.pushes, 0, WARM_UP);
    await sendAll(this.floors(), 0, WARM_UP);
  }

  push(): Promise<number[]> {
    return sendAll(this.pushes, WARM_UP, this.last);
  }

  replay(): Promise<number[]> {
    return sendAll(this.floors(), WARM_UP, this.last);
  }

  /** Close all connections, because the database stops only without them. */
  async close(): Promise<number[]> {
    await Promise.all([this.engine?.end(), ...this.recordings.map(({ client }) => client.end())]);
    return [];
  }

  private floors(): Push[] {
    return this.recordings.map(
      ({ client, requests }) =>
        (request) =>
          replay(client, requests[request] ?? []),
    );
  }
}

type Request = { open: Work } | 'push' | 'replay' | 'close';

/** Ask a process; one request at a time. */
const ask = (child: ChildProcess, request: Request): Promise<number[]> =>
  new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error('A process of labs ended.'));
    child.once('exit', onExit);
    child.once('message', ({ durations, problem }: { durations: number[]; problem?: string }) => {
      child.off('exit', onExit);
      if (problem === undefined) resolve(durations);
      else reject(new Error(problem));
    });
    child.send({ request });
  });

if (process.argv[1] === THIS_FILE && process.argv[2] === PROCESS) {
  const own = new LabProcess();
  process.on('message', ({ request }: { request: Request }) => {
    const work = typeof request === 'string' ? own[request]() : own.open(request.open).then(() => []);
    work.then(
      (durations) => process.send?.({ durations }),
      (error: unknown) => process.send?.({ problem: String(error) }),
    );
  });
}

interface Measured {
  perSecond: number;
  p99: number;
  nodeMs: number;
  postgresMs: number;
}

async function measureAll(
  children: readonly ChildProcess[],
  postmaster: number,
  request: 'push' | 'replay',
): Promise<Measured> {
  const nodeMs = (): number => children.reduce((sum, { pid }) => sum + nodeProcessorMs(pid ?? 0), 0);
  const [durations, before]: [number[], number] = [[], nodeMs()];
  const { wall, postgres } = await measureHere(postmaster, async () => {
    durations.push(...(await Promise.all(children.map((child) => ask(child, request)))).flat());
  });
  const operations = durations.length * BATCH;
  return {
    perSecond: operations / (wall / 1_000),
    p99: percentile(durations, 0.99),
    nodeMs: (nodeMs() - before) / operations,
    postgresMs: postgres / operations,
  };
}

const rateText = ({ perSecond, p99 }: Measured): string => `${Math.round(perSecond)} ops/s, p99 ${ms(p99)}`;
const costText = ({ nodeMs, postgresMs }: Measured): string => `${ms(nodeMs)} + ${ms(postgresMs)}`;

/** Let 1 to 20 labs of one database push at once, beside the same statements on bare connections. */
export async function measureLabs(stage: Stage, isSmoke: boolean): Promise<FigureRow[]> {
  const sizes = isSmoke ? SMOKE_SIZES : SIZES;
  // Each measurement moves tubes that nobody has moved.
  const nextTube = Array.from({ length: Math.max(...sizes.labs) }, () => 0);
  const runs = sizes.labs.flatMap((labs) => PROCESSES.map((processes) => ({ labs, processes })));
  const tubesOfRun = (labs: number): number => DEVICES * (WARM_UP + pushesOfDevice(sizes, labs)) * BATCH;
  const tubesOfLab = nextTube.map((_, k) =>
    runs.reduce((sum, { labs }) => sum + (k < labs ? tubesOfRun(labs) : 0), 0),
  );
  const base = await makeLabs(stage, 'labs_base', tubesOfLab);
  const urls = {
    engineUrl: await stage.database('labs_engine', base),
    recordedUrl: await stage.database('labs_recorded', base),
    bareUrl: await stage.database('labs_bare', base),
  };
  const client = await bareConnection(urls.bareUrl);
  const postmaster = await postmasterOf(client).finally(() => client.end());
  const rows: FigureRow[] = [];
  for (const [run, { labs, processes }] of runs.entries()) {
    const pushes = pushesOfDevice(sizes, labs);
    const devices = Array.from({ length: labs * DEVICES }, (_, k) => {
      const [lab, device] = [Math.floor(k / DEVICES), k % DEVICES];
      const firstTube = nextTube[lab] ?? 0;
      nextTube[lab] = firstTube + (WARM_UP + pushes) * BATCH;
      return { lab, device, firstTube };
    });
    const children = Array.from({ length: processes }, () =>
      fork(THIS_FILE, [PROCESS], { execArgv: ['--import', 'tsx'] }),
    );
    try {
      for (const [k, child] of children.entries()) {
        // Each lab has a device at each process, as behind a balancer.
        const own = devices.filter(({ device }) => device % processes === k);
        await ask(child, { open: { run, devices: own, pushes, ...urls } });
      }
      const engine = await measureAll(children, postmaster, 'push');
      const floor = await measureAll(children, postmaster, 'replay');
      rows.push({
        what: `${labs} of ${nextTube.length} labs push at once, ${processes} ${processes === 1 ? 'process' : 'processes'}`,
        measured: rateText(engine),
        floor: `${rateText(floor)} same SQL, bare pg`,
        ratio: engine.perSecond / floor.perSecond,
        target: null,
        pass: null,
        note: `Node + Postgres for an operation: ${costText(engine)}; floor ${costText(floor)}.`,
      });
    } finally {
      for (const child of children)
        if (child.connected) await ask(child, 'close').finally(() => child.kill());
    }
  }
  return rows;
}
