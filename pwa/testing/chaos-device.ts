import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import type { RxStorageInstanceCreationParams } from 'rxdb';
import { buildSigningKey } from '#db/factories/build-identity.ts';
import { signingKey } from '#db/identity/signing-key.ts';
import type { Actor } from '#db/operation.ts';
import type { CollectionName } from '#db/sync/collections.ts';
import type { OperationDocument } from '#pwa/replica/operations/operation-document.ts';
import { FeedStorage } from '#pwa/replica/rxdb-internals.ts';
import type { Body } from '#pwa/replica/store/document.ts';
import { readPosition } from '#pwa/replica/sync/feed-storage.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import type { Send } from '#pwa/replica/sync/sync-api.ts';
import type { ServedLab } from './bench-lab.ts';
import { openDevice, readShown } from './simulated-device.ts';

/** Decides before each write whether it fails, as with a full disk or a lost connection. */
export interface WriteFaults {
  fails(collection: string): boolean;
}

/** The real storage with writes that fail when `faults` says so. */
export class FailingStorage extends FeedStorage {
  private readonly faults: WriteFaults;

  constructor(faults: WriteFaults) {
    super({});
    this.faults = faults;
  }

  override async createStorageInstance<D>(params: RxStorageInstanceCreationParams<D, object>) {
    const instance = await super.createStorageInstance<D>(params);
    const write = instance.bulkWrite.bind(instance);
    instance.bulkWrite = async (rows, context) => {
      if (this.faults.fails(params.collectionName))
        throw new DOMException('The disk is full.', 'QuotaExceededError');
      return write(rows, context);
    };
    return instance;
  }
}

/** The data of a frame. */
export interface FrameSource {
  changed: Replica['changed'];
  view: Pick<Replica['view'], 'predictions'>;
  outbox: { all(): readonly Pick<OperationDocument, 'id' | 'state' | 'rev'>[] };
}

/** The frames of one device as a subscriber saw them. */
interface Frames {
  /** The first flicker as text. */
  problem(): Promise<string | null>;
  stop(): void;
}

/**
 * Check every frame that the screens get: each shows the waiting work, accepted work is shown until its
 * documents arrive, and operations that left the overlay never return to it (I8). `cursor` returns the
 * revision up to which documents are stored, or null when it cannot be read.
 */
export function watchFrames(replica: FrameSource, cursor: () => Promise<number | null>): Frames {
  const departedIds = new Set<string>();
  let shownIds = new Set<string>();
  let firstProblem: string | null = null;
  let folded = replica.view.predictions();
  let looking: Promise<void> = Promise.resolve();
  const isHere = async (id: string, rev: number): Promise<void> => {
    const reached = await cursor().catch(() => null);
    if (reached !== null && reached < rev)
      firstProblem ??= `I8 ${id} was accepted at ${rev} and is not shown at ${reached}`;
  };
  const subscription = replica.changed.subscribe(() => {
    const predictions = replica.view.predictions();
    if (predictions === folded) return;
    folded = predictions;
    const now = new Set(predictions.keys());
    for (const { id, state, rev } of replica.outbox.all()) {
      const isWaiting = state === 'pending' || state === 'sent';
      const hasLeft = shownIds.has(id) && !now.has(id);
      if (isWaiting && hasLeft) firstProblem ??= `I8 ${id} waits and is not shown`;
      if (now.has(id) && departedIds.has(id) && !isWaiting)
        firstProblem ??= `I8 ${id} came back into the overlay`;
      if (hasLeft && rev !== null && (state === 'accepted' || state === 'settled'))
        looking = Promise.all([looking, isHere(id, rev)]).then(() => undefined);
    }
    for (const id of shownIds) if (!now.has(id)) departedIds.add(id);
    shownIds = now;
  });
  return {
    async problem() {
      await looking;
      return firstProblem;
    },
    stop: () => subscription.unsubscribe(),
  };
}

/** A device of a run, with its faults and the confirmations that its user saw. */
export interface ChaosDevice {
  actor: Actor;
  name: string;
  replica: Replica;
  frames: Frames;
  clockMs: number;
  disk: { failsFrom: number; fails: number };
  /** The network: the request timeout, and the number of revisions per page of the feed. */
  line: { timeoutMs: number; page: number };
  /** The operations that the user saw as stored. */
  acknowledged: Set<string>;
  position: { generation: string; cursor: number };
  shows(collection: CollectionName, id: string): Promise<Body | undefined>;
  proves(hash: string): string;
}

const PATIENT_MS = 30_000;

// Before the first load there are no documents under settled work.
const framesOf = (replica: Replica): Frames =>
  watchFrames(replica, async () => (await readPosition(replica.store.side))?.cursor ?? null);

type DeviceLab = Pick<ServedLab, 'sendAs' | 'insert'>;

/** Create a device that has never been in contact. */
export async function openChaosDevice(lab: DeviceLab, actor: Actor, name: string): Promise<ChaosDevice> {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = createPrivateKey(pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString());
  const parts = {
    actor,
    name,
    clockMs: 0,
    disk: { failsFrom: 0, fails: 0 },
    line: { timeoutMs: PATIENT_MS, page: 1000 },
    acknowledged: new Set<string>(),
    position: { generation: '', cursor: -1 },
    proves: (hash: string) =>
      sign('sha256', Buffer.from(hash), { key, dsaEncoding: 'ieee-p1363' }).toString('base64'),
  };
  const replica = await openReplicaOf(lab, parts);
  // The replica reads its clock from these parts.
  const device: ChaosDevice = Object.assign(parts, {
    replica,
    frames: framesOf(replica),
    shows: async (collection: CollectionName, id: string) =>
      (await readShown(device.replica, collection, id))?.body,
  });
  await device.replica.cycle.run();
  const { kty, crv, x, y } = pair.publicKey.export({ format: 'jwk' });
  const publicKey = { kty: String(kty), crv: String(crv), x: String(x), y: String(y) };
  const deviceId = (await device.replica.enrollment())?.deviceId ?? '';
  await lab.insert(
    signingKey,
    buildSigningKey({ id: `key-${name}`, userId: actor.userId, deviceId, publicKey }),
  );
  return device;
}

/** Restart the app: memory is lost. A full disk can prevent the opening; the user tries again. */
export async function reopenDevice(lab: DeviceLab, device: ChaosDevice, triesLeft = 5): Promise<void> {
  try {
    device.replica = await openReplicaOf(lab, device);
    device.frames = framesOf(device.replica);
  } catch (error) {
    if (triesLeft === 0) throw error;
    await reopenDevice(lab, device, triesLeft - 1);
  }
}

export async function closeDevice(device: ChaosDevice): Promise<void> {
  device.frames.stop();
  await device.replica.close();
}

type Parts = Pick<ChaosDevice, 'actor' | 'name' | 'clockMs' | 'disk' | 'line'>;

function openReplicaOf(lab: DeviceLab, device: Parts): Promise<Replica> {
  const { disk } = device;
  return openDevice({
    name: device.name,
    actor: device.actor,
    send: overLine(lab.sendAs(device.actor), device.line),
    now: () => Date.now() + device.clockMs,
    requestTimeoutMs: PATIENT_MS,
    storage: new FailingStorage({
      fails: (collection) => {
        if (collection === 'operations' || disk.fails === 0) return false;
        if (disk.failsFrom-- > 0) return false;
        disk.fails -= 1;
        return true;
      },
    }),
  });
}

// Small pages leave a device between revisions when the connection fails; timeouts end requests that are
// never answered.
const overLine =
  (send: Send, line: ChaosDevice['line']): Send =>
  (path, init) => {
    const limits = [AbortSignal.timeout(line.timeoutMs), ...(init.signal ? [init.signal] : [])];
    const paged = path.startsWith('/api/sync/feed') ? path.replace(/limit=\d+/, `limit=${line.page}`) : path;
    return send(paged, { ...init, signal: AbortSignal.any(limits) });
  };
