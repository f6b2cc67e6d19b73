import { Session } from '#db/access/session.ts';
import { signInWithPassword } from '#pwa/features/identity/sign-in/sign-in-client.ts';
import { readDocument } from '#pwa/replica/operations/read-view.ts';
import { replicaOf } from '#pwa/replica/session/membership-replica.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { compareLayouts, compareLoad } from './load-floor.ts';
import { measureStored } from './load-replica.ts';
import { prepareLookup, timeLookups } from './lookup-codes.ts';
import type { peers } from './peer-stores.ts';

let device: Replica | null = null;

const getReplica = (): Replica => {
  if (!device) throw new Error('No device is open.');
  return device;
};

/** Return milliseconds since 1970, with fractions: two pages of one machine agree on them. */
const clock = (): number => performance.timeOrigin + performance.now();

/** Wait until a condition holds; it is checked again after every change of the replica. */
function until(replica: Replica, holds: () => Promise<boolean> | boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = async () => {
      if (!(await holds())) return;
      changes.unsubscribe();
      contact.unsubscribe();
      outbox.unsubscribe();
      resolve();
    };
    const ask = () => void check().catch(reject);
    const changes = replica.changed.subscribe(ask);
    const outbox = replica.outbox.changed.subscribe(ask);
    const contact = replica.contact.subscribe(ask);
  });
}

/** Sign in and open this browser's replica as the app does; resolves when everything is loaded. */
async function openDevice(email: string, password: string): Promise<void> {
  await signInWithPassword(email, password);
  const session = Session.parse(await (await fetch('/api/auth/session')).json());
  const replica = await replicaOf(session, 'Bench device');
  device = replica;
  await until(
    replica,
    () => replica.contact.value.position !== null && replica.contact.value.online === true,
  );
}

interface Move {
  sampleId: string;
  containerId: string;
  position: string;
}

/** Move a tube; returns the start time and the operation. */
async function moveTube(move: Move): Promise<{ at: number; operationId: string }> {
  const at = clock();
  const done = await getReplica().run('move-sample', { ...move });
  if (!done.queued) throw new Error(done.message ?? 'The move was refused.');
  return { at, operationId: done.operationId };
}

/** Move a tube and wait until this device has the server's verdict and its effects. */
async function moveAndSettle(move: Move): Promise<{ at: number; settledMs: number }> {
  const replica = getReplica();
  const { at, operationId } = await moveTube(move);
  const isSettled = () =>
    replica.outbox.all().some(({ id, state }) => id === operationId && state === 'settled');
  await until(replica, isSettled);
  return { at, settledMs: clock() - at };
}

/** Return the time at which this device first shows a tube at a position. */
async function seeTube(sampleId: string, containerId: string, position: string): Promise<number> {
  const replica = getReplica();
  await until(replica, async () => {
    const body = (await readDocument(replica, 'samples', sampleId))?.body;
    return body?.['storageLocationId'] === containerId && body['storagePosition'] === position;
  });
  return clock();
}

/** Count the operations of this device that have no verdict yet or wait for their effects. */
const waiting = (): number =>
  getReplica()
    .outbox.all()
    .filter(({ state }) => state !== 'settled').length;

/** Return the milliseconds until everything is sent and this device has the server's revision. */
async function catchUp(head: number): Promise<number> {
  const replica = getReplica();
  const start = clock();
  replica.loop.wake();
  await until(replica, () => waiting() === 0 && (replica.contact.value.position?.cursor ?? 0) >= head);
  return clock() - start;
}

/** Load PouchDB and the rest of the comparison only where it is measured. */
const loadPeers = async (): Promise<typeof peers> => (await import('./peer-stores.ts')).peers;

const bench = {
  loadPeers,
  compareLoad,
  compareLayouts,
  measureStored,
  prepareLookUp: prepareLookup,
  timeLookUps: timeLookups,
  openDevice,
  seeTube,
  waiting,
  catchUp,
  moveAndSettle,
  moveTube: async (move: Move) => (await moveTube(move)).at,
};

declare global {
  interface Window {
    bench: typeof bench;
  }
}

window.bench = bench;
