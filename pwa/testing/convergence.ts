import { ulid } from 'ulid';
import { AppError } from '#db/errors/app-error.ts';
import type { Actor } from '#db/operation.ts';
import { type BenchLab, openBenchLab, type ServedLab } from './bench-lab.ts';
import { insertWorld } from './bench-world.ts';
import { type ChaosDevice, closeDevice, openChaosDevice, reopenDevice } from './chaos-device.ts';
import {
  type CheckedRun,
  checkCursor,
  checkEnd,
  checkPrefix,
  checkRevoked,
  checkServer,
  headOf,
  must,
  type Run,
} from './convergence-checks.ts';
import { callOf } from './convergence-operations.ts';
import { readLab } from './convergence-replay.ts';
import { type BenchStep, DEVICES, LAST, personAt, type Step, startingWorld } from './convergence-steps.ts';
import type { Fault } from './fault-proxy.ts';
import { syncOnce } from './simulated-device.ts';

/** Evict a device's stored data as a browser does: one collection, or everything except the outbox. */
async function evict(
  lab: BenchLab,
  device: ChaosDevice,
  scope: 'one collection' | 'all but the outbox',
): Promise<void> {
  await closeDevice(device);
  const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
  const own = names.filter((name) => name.includes(device.name) && !name.includes(`${device.name}-outbox`));
  const evictedDatabases =
    scope === 'one collection' ? own.filter((name) => name.endsWith('--samples')) : own;
  for (const name of evictedDatabases) await deleteDatabase(name);
  await reopenDevice(lab, device);
  if (scope === 'all but the outbox') device.position = { generation: '', cursor: -1 };
}

const deleteDatabase = (name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error(`${name} is still open.`));
  });

const IMPATIENT_MS = 700;

/** Play one run on a separate lab and check the invariants; throws at the first broken one. */
export async function play(steps: readonly Step[]): Promise<void> {
  const run = await startRun();
  try {
    for (const step of steps) await take(run, step);
    await quiesce(run);
    for (const device of run.devices) await checkEnd(run, device);
    if (run.revoked) await checkRevoked(run);
    await checkServer(run);
  } finally {
    run.lab.proxy.decide = () => 'none';
    for (const device of run.devices) await closeDevice(device);
    await run.lab.close();
  }
}

async function startRun(): Promise<Run> {
  const lab = await openBenchLab();
  return { lab, ...(await openDevices(lab)), backup: null };
}

/** Fill a lab with the starting world and open a device for each user. */
export async function openDevices(lab: ServedLab): Promise<Omit<CheckedRun, 'lab'>> {
  const people = Array.from({ length: DEVICES }, (_, index) => personAt(index));
  for (const person of people) await lab.addPerson(person);
  await insertWorld(lab, startingWorld());
  const name = ulid();
  const devices: ChaosDevice[] = [];
  for (const [index, person] of people.entries())
    devices.push(await openChaosDevice(lab, person, `${name}-${index}`));
  const start = await readLab(lab.database.pool);
  const startHead = await headOf(lab);
  return { devices, people, start, startHead, onlineRevs: 0, evicted: false, revoked: false };
}

async function take(run: Run, step: Step): Promise<void> {
  switch (step.do) {
    case 'sync together':
      return syncTogether(run, step.fault);
    case 'server':
      return disruptServer(run, step.what);
    case 'role':
      return changeRole(run, step.to);
    case 'revoke':
      return revoke(run);
  }
  const device = run.devices[step.device];
  if (!device) return;
  switch (step.do) {
    case 'disk':
      Object.assign(device.disk, { failsFrom: step.failsFrom, fails: step.fails });
      return;
    case 'restart':
      await closeDevice(device);
      device.clockMs += step.clockSteps * 60_000;
      await reopenDevice(run.lab, device);
      return checkCursor(device);
    case 'evict':
      run.evicted = true;
      return evict(run.lab, device, step.what);
    case 'sync':
      return contact(run, device, step.fault, step.page);
    default:
      return runStep(device, step);
  }
}

/** Run the operation of a step on a device and note that its user saw it stored. */
export async function runStep(device: ChaosDevice, step: BenchStep): Promise<void> {
  if (!device.replica.store.side.isOpen() || !(await device.replica.enrollment())) return;
  const call = await callOf(device, step);
  if (!call) return;
  try {
    const result = await device.replica.run(call[0], call[1]);
    if (result.queued) {
      device.acknowledged.add(result.operationId);
      const isShown = device.replica.view.predictions().has(result.operationId);
      must(isShown, `I8 ${call[0]} is shown on the device that did it`);
    }
  } catch (error) {
    // A revoked device, or one that was away for too long, accepts no work.
    if (!(error instanceof AppError)) throw error;
  }
}

/** Fail some requests of the round, not all: each fault affects another call. */
async function contact(run: Run, device: ChaosDevice, fault: Fault, page: number): Promise<void> {
  Object.assign(device.line, { page, timeoutMs: IMPATIENT_MS });
  let requests = 0;
  run.lab.proxy.decide = () => (requests++ % 2 === 0 ? 'none' : fault);
  await syncOnce(device.replica);
  run.lab.proxy.decide = () => fault;
  await syncOnce(device.replica);
  run.lab.proxy.decide = () => 'none';
  Object.assign(device.line, { page: 1000, timeoutMs: 30_000 });
  await checkCursor(device);
  await checkPrefix(run, device);
}

async function syncTogether(run: Run, fault: Fault): Promise<void> {
  run.lab.proxy.decide = () => fault;
  for (const device of run.devices) device.line.timeoutMs = IMPATIENT_MS;
  await Promise.all(run.devices.map((device) => syncOnce(device.replica)));
  run.lab.proxy.decide = () => 'none';
  for (const device of run.devices) {
    device.line.timeoutMs = 30_000;
    await checkCursor(device);
  }
}

type ServerDisruption = Extract<Step, { do: 'server' }>['what'];

async function disruptServer(run: Run, disruption: ServerDisruption): Promise<void> {
  const { lab, devices } = run;
  if (disruption === 'is backed up') {
    await lab.server.backUp();
    run.backup = { onlineRevs: run.onlineRevs };
    return;
  }
  if (disruption === 'is restored') {
    // No numbering can repair a device that lost its enrollment in the same week as the server its data.
    if (!run.backup || run.evicted || !(await lab.server.restore())) return;
    run.onlineRevs = run.backup.onlineRevs;
    await readRoles(run);
    return;
  }
  // While all devices send, some operations are done and not answered, and some are cut off in the middle.
  const rounds = Promise.all(devices.map((device) => syncOnce(device.replica)));
  await (disruption === 'restarts' ? lab.server.restart() : lab.server.loseDatabase());
  await rounds;
  for (const device of devices) await checkCursor(device);
}

async function readRoles(run: Run): Promise<void> {
  const { rows } = await run.lab.database.pool.query<{ id: string; role: Actor['role'] }>(
    'SELECT id, role FROM user_company',
  );
  for (const person of run.people) {
    const role = rows.find((row) => row.id === person.userCompanyId)?.role ?? person.role;
    run.lab.becomes({ ...person, role });
  }
}

async function changeRole(run: Run, to: Actor['role']): Promise<void> {
  const person = run.people[LAST];
  if (!person) return;
  const { pool } = run.lab.database;
  const before = await headOf(run.lab);
  const { rows } = await pool.query<{ role: string }>('SELECT role FROM user_company WHERE id = $1', [
    person.userCompanyId,
  ]);
  await pool.query('UPDATE user_company SET role = $2 WHERE id = $1', [person.userCompanyId, to]);
  await pool.query(
    `INSERT INTO event (id, created_at, updated_at, entity, type, target_type, target_id, occurred_at, data, customer_visible)
     VALUES ($1, now(), now(), 'WBL', 'ROLE_CHANGED', 'UserCompany', $2, now(), $3, false)`,
    [ulid(), person.userCompanyId, JSON.stringify({ from: rows[0]?.role, to })],
  );
  run.lab.becomes({ ...person, role: to });
  run.onlineRevs += (await headOf(run.lab)) - before;
}

async function revoke(run: Run): Promise<void> {
  const device = run.devices[LAST];
  const enrolled = await device?.replica.enrollment();
  if (!enrolled) return;
  run.revoked = true;
  const text = 'UPDATE device SET revoked = true, revoked_at = now() WHERE id = $1';
  await run.lab.database.pool.query(text, [enrolled.deviceId]);
}

/** Remove all faults; then work and changes must flow within a few rounds (I13). */
async function quiesce(run: Run): Promise<void> {
  run.lab.proxy.decide = () => 'none';
  for (const device of run.devices) Object.assign(device.disk, { failsFrom: 0, fails: 0 });
  await syncAll(run);
}

/** Let every device make its rounds; after two, each living one must reach the server. */
export async function syncAll(run: CheckedRun): Promise<void> {
  const living = run.devices.filter((_, index) => !(run.revoked && index === LAST));
  for (let round = 0; round < 4; round++) {
    for (const device of run.devices) {
      const reached = await syncOnce(device.replica);
      must(round < 2 || reached || !living.includes(device), `I13 the healed ${device.name} makes its round`);
    }
  }
}
