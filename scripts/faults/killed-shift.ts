import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { isUnsent } from '#pwa/replica/operations/operation-document.ts';
import { type ChaosDevice, closeDevice } from '#pwa/testing/chaos-device.ts';
import { openDevices, runStep, syncAll } from '#pwa/testing/convergence.ts';
import { type CheckedRun, checkEnd, checkServer, must } from '#pwa/testing/convergence-checks.ts';
import { type WorkStep, workSteps } from '#pwa/testing/convergence-steps.ts';
import { syncOnce } from '#pwa/testing/simulated-device.ts';
import { openProcessLab, type ProcessLab } from './process-lab.ts';

/** A shift of several devices whose server processes are killed while they send and fetch. */
export interface KilledShift {
  processes: number;
  kills: number;
  seed: number;
}

/** What happened in a shift. */
export interface ShiftCounts {
  /** Operations in the log of the server. */
  operations: number;
  /** Rounds of devices that a kill cut off. */
  cutRounds: number;
  /** Operations that were done when a kill took their answer away; the devices sent them again. */
  unanswered: number;
}

interface ShiftRun extends CheckedRun {
  lab: ProcessLab;
}

/** Operations of all devices before each kill, and while a process is away. */
const STEPS_BEFORE = 24;
const STEPS_MEANWHILE = 3;
/** Kills at a moment of their own come within this time after the devices began to send. */
const LATEST_MS = 150;

/** Play a shift and check at its end that nothing was lost or done twice; throws at the first difference. */
export async function playKilledShift({ processes, kills, seed }: KilledShift): Promise<ShiftCounts> {
  const lab = await openProcessLab(processes);
  const run: ShiftRun = { lab, ...(await openDevices(lab)) };
  const counts: ShiftCounts = { operations: 0, cutRounds: 0, unanswered: 0 };
  try {
    const steps = fc.sample(workSteps, { seed, numRuns: kills * (STEPS_BEFORE + STEPS_MEANWHILE) });
    for (let kill = 0; kill < kills; kill++) {
      await work(run, steps.splice(0, STEPS_BEFORE));
      await killWhileSending(run, kill, counts);
      await bringBack(run, kill, steps.splice(0, STEPS_MEANWHILE));
    }
    await syncAll(run);
    for (const device of run.devices) await checkEnd(run, device);
    await checkServer(run);
    counts.operations = (await loggedIds(run)).size;
    const acknowledged = run.devices.reduce((sum, device) => sum + device.acknowledged.size, 0);
    must(counts.operations === acknowledged, `${acknowledged} operations gave ${counts.operations} entries`);
    return counts;
  } finally {
    for (const device of run.devices) await closeDevice(device);
    await lab.close();
  }
}

async function work(run: ShiftRun, steps: readonly WorkStep[]): Promise<void> {
  for (const step of steps) {
    const device = run.devices[step.device];
    if (device) await runStep(device, step);
  }
}

async function loggedIds({ lab }: ShiftRun): Promise<Set<string>> {
  const { rows } = await lab.database.pool.query<{ id: string }>('SELECT id FROM operation');
  return new Set(rows.map(({ id }) => id));
}

async function killWhileSending(run: ShiftRun, kill: number, counts: ShiftCounts): Promise<void> {
  const before = (await loggedIds(run)).size;
  let isSending = true;
  const rounds = Promise.all(run.devices.map((device) => syncOnce(device.replica))).finally(() => {
    isSending = false;
  });
  // Every second kill follows a commit, before the answers of the request; the others come at any moment.
  if (kill % 2 === 1) await wait((kill * 37) % LATEST_MS);
  else while (isSending && (await loggedIds(run)).size <= before + ((kill * 5) % STEPS_BEFORE)) await wait(2);
  await run.lab.processes[kill % run.lab.processes.length]?.kill();
  counts.cutRounds += (await rounds).filter((reached) => !reached).length;
  const logged = await loggedIds(run);
  for (const device of run.devices) counts.unanswered += unansweredOf(device, logged);
}

const unansweredOf = ({ replica }: ChaosDevice, logged: ReadonlySet<string>): number =>
  replica.outbox.all().filter((operation) => isUnsent(operation) && logged.has(operation.id)).length;

/** Start the killed process again; meanwhile its devices work, with another process if there is one. */
async function bringBack(run: ShiftRun, kill: number, steps: readonly WorkStep[]): Promise<void> {
  const { processes } = run.lab;
  const killed = processes[kill % processes.length];
  const other = processes.length > 1 ? processes[(kill + 1) % processes.length] : undefined;
  if (other) killed?.failOver(other);
  const starting = killed?.start();
  await work(run, steps);
  const reached = await Promise.all(run.devices.map((device) => syncOnce(device.replica)));
  must(!other || reached.every(Boolean), 'The other process serves the devices of the killed one');
  await starting;
}
