import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { isUnsent } from '#pwa/replica/operations/operation-document.ts';
import type { Send } from '#pwa/replica/sync/sync-api.ts';
import { type ChaosDevice, closeDevice } from '#pwa/testing/chaos-device.ts';
import { openDevices, runStep, syncAll } from '#pwa/testing/convergence.ts';
import { type CheckedRun, checkEnd, checkServer } from '#pwa/testing/convergence-checks.ts';
import { SLOTS, TUBES } from '#pwa/testing/convergence-steps.ts';
import { syncOnce } from '#pwa/testing/simulated-device.ts';
import { type Disk, diskOf, fullForTable, openDatabaseIn } from './full-disk.ts';
import { openProcessLab, type ProcessLab } from './process-lab.ts';

/** An empty folder on a small file system of its own, which a long run fills for real. */
const FOLDER = process.env['FAULT_DISK'];
const ErrorBody = z.object({ code: z.string(), error: z.string() });

let lab: ProcessLab | undefined;
let run: CheckedRun | undefined;

afterEach(async () => {
  for (const device of run?.devices ?? []) await closeDevice(device);
  await lab?.close();
  [lab, run] = [undefined, undefined];
});

const openRun = async (faultLab: ProcessLab): Promise<CheckedRun> => {
  lab = faultLab;
  run = { lab: faultLab, ...(await openDevices(faultLab)) };
  return run;
};

const move = (device: ChaosDevice, index: number): Promise<void> =>
  runStep(device, { do: 'move', tube: index % TUBES, box: index % 2, slot: index % SLOTS.length });

/** What the device itself was answered: the status of the push that met the full disk. */
async function answerTo(send: Send, path: string, body: object) {
  const headers = { 'content-type': 'application/json' };
  const response = await send(path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: response.ok ? null : ErrorBody.parse(await response.json()) };
}

const stateOf = ({ replica }: ChaosDevice) => {
  const operations = replica.outbox.all();
  return {
    unsent: operations.filter(isUnsent).length,
    refused: operations.filter(({ outcome }) => outcome === 'REJECTED').length,
  };
};

async function meetsFullDisk(disk: Disk, device: ChaosDevice, operations: number): Promise<boolean> {
  for (let index = 0; index < operations; index++) await move(device, index);
  await disk.fill();
  return syncOnce(device.replica);
}

const loggedBy = async ({ database }: ProcessLab, { actor }: ChaosDevice): Promise<number> => {
  const text = 'SELECT count(*) AS n FROM operation WHERE user_id = $1';
  return Number((await database.pool.query<{ n: number }>(text, [actor.userId])).rows[0]?.n);
};

test('operations that meet a full disk stay on the device and are done once when there is space', async () => {
  const faultLab = await openProcessLab(1);
  const { devices } = await openRun(faultLab);
  const [device] = devices;
  if (!device) throw new Error('There is no device.');
  let total = 0;
  // The effect of the rule, its audit row or its log entry is the first that finds no room.
  for (const table of ['event', 'audit_log', 'operation']) {
    const disk = fullForTable(faultLab.database.owner, table, 2);
    const before = await loggedBy(faultLab, device);
    expect(await meetsFullDisk(disk, device, 6), table).toBe(false);
    total += 6;
    const logged = await loggedBy(faultLab, device);
    expect(logged - before, table).toBeLessThan(6);
    // What is not in the log is on the device, and nothing was refused for ever.
    expect(stateOf(device).refused, table).toBe(0);
    expect(stateOf(device).unsent, table).toBeGreaterThanOrEqual(total - logged);
    const first = device.replica.outbox.all().find(({ n }) => n === logged + 1);
    if (!first) throw new Error('The operation is not on the device.');
    const { deviceId, id, n, name, version, occurredAt, base, dependsOn, args } = first;
    const operation = { id, n, name, version, occurredAt, base, dependsOn, args };
    const push = { deviceId, protocol: 1, operations: [operation] };
    expect(await answerTo(faultLab.sendAs(device.actor), '/api/sync/operations', push)).toMatchObject({
      status: 503,
      body: { code: 'UNAVAILABLE' },
    });
    await disk.clear();
    expect(await syncOnce(device.replica), table).toBe(true);
    expect(stateOf(device), table).toEqual({ unsent: 0, refused: 0 });
    expect(await loggedBy(faultLab, device), table).toBe(total);
  }
  if (run) await checkAll(run);
});

test('a call that meets a full disk is answered with 503 and what to do', async () => {
  const faultLab = await openProcessLab(1);
  const { devices } = await openRun(faultLab);
  const disk = fullForTable(faultLab.database.owner, 'device', 0);
  await disk.fill();
  const actor = devices[0]?.actor;
  if (!actor) throw new Error('There is no device.');
  const enroll = () => answerTo(faultLab.sendAs(actor), '/api/sync/devices', { name: 'Zebra' });
  expect(await enroll()).toEqual({
    status: 503,
    body: {
      code: 'UNAVAILABLE',
      error: 'The disk of the server is full. Nothing was changed; tell your administrator, then try again.',
    },
  });
  await disk.clear();
  expect((await enroll()).status).toBe(200);
});

test.runIf(FOLDER)('a disk that is really full loses nothing', async () => {
  const folder = FOLDER ?? '';
  const faultLab = await openProcessLab(1, await openDatabaseIn(folder));
  const { devices } = await openRun(faultLab);
  const [device] = devices;
  if (!device) throw new Error('There is no device.');
  const disk = diskOf(folder);
  await disk.fill();
  let total = 0;
  let reached = true;
  // Pages that have room take some operations before the disk refuses.
  for (let round = 0; reached && round < 100; round++) {
    reached = await meetsFullDisk(disk, device, 30);
    total += 30;
  }
  expect(reached).toBe(false);
  const logged = await loggedBy(faultLab, device);
  expect(stateOf(device)).toMatchObject({ refused: 0 });
  expect(stateOf(device).unsent).toBeGreaterThanOrEqual(total - logged);
  await disk.clear();
  expect(await syncOnce(device.replica)).toBe(true);
  expect(stateOf(device)).toEqual({ unsent: 0, refused: 0 });
  expect(await loggedBy(faultLab, device)).toBe(total);
  process.stdout.write(`a full disk: ${total} operations, ${total - logged} of them met it\n`);
  if (run) await checkAll(run);
});

async function checkAll(checked: CheckedRun): Promise<void> {
  await syncAll(checked);
  for (const device of checked.devices) await checkEnd(checked, device);
  await checkServer(checked);
}
