import { decodeTime, isValid } from 'ulid';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { COLLECTIONS, type CollectionName, SENT_WORK_DAYS } from '#db/sync/collections.ts';
import type { EnrollRequest } from '#db/sync/wire.ts';
import { isUnsent, type OperationDocument } from '#pwa/replica/operations/operation-document.ts';
import type { Outbox } from '#pwa/replica/operations/outbox.ts';
import { holdsDocuments } from '#pwa/replica/rxdb-internals.ts';
import { type Enrollment, readEnrollment, storeEnrollment } from '#pwa/replica/session/enrollment.ts';
import { forgetEndedKeys } from '#pwa/replica/signing/sealed-key.ts';
import type { ReplicaStore } from '#pwa/replica/store/database.ts';
import { readMeta, writeMeta } from '#pwa/replica/store/side-store.ts';
import { compareWithServer, noteIncident } from '#pwa/replica/store/stored-documents.ts';
import { type DrainerParts, drain, moveToNewDevice, operationKeysWithVerdict, reconcile } from './drainer.ts';
import { demandReload, type FeedPosition } from './feed-storage.ts';
import type { PullerParts } from './first-load.ts';
import { pull } from './puller.ts';
import type { SyncApi } from './sync-api.ts';

// Each collection is a separate IndexedDB database, and a browser may delete one while the cursor remains.
const FILLED = 'filled';

async function filled(store: ReplicaStore): Promise<CollectionName[]> {
  const hasDocuments = await Promise.all(COLLECTIONS.map((name) => holdsDocuments(store.readModel(name))));
  return COLLECTIONS.filter((_, at) => hasDocuments[at]);
}

/** Record which collections hold documents. */
const noteFilled = async (store: ReplicaStore): Promise<void> =>
  writeMeta(store.side, FILLED, await filled(store));

/**
 * Check whether a collection is empty that held documents when the app was last open; the browser may have
 * evicted it.
 */
async function isEmptied(store: ReplicaStore): Promise<boolean> {
  const before = (await readMeta(store.side, FILLED, z.array(z.string()))) ?? [];
  if (before.length === 0) return false;
  const now: readonly string[] = await filled(store);
  return before.some((name) => !now.includes(name));
}

/**
 * Deliver the unsent work of a deactivated user after the session has ended; the server judges it by when it
 * was done. True when the server has taken all of it and the device is locked out. False when the session
 * ended in the ordinary way: then the work waits for the next sign-in.
 */
async function handOver(parts: DrainerParts): Promise<boolean> {
  const { deviceId } = await parts.enrollment();
  try {
    // Without a reported count of waiting operations the server would count them as done after this contact.
    const waiting = parts.outbox.all().filter(isUnsent).length + parts.photosWaiting();
    const { revoked } = await parts.api.handOver(deviceId, [], waiting);
    if (!revoked) return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAUTHENTICATED') return false;
    throw error;
  }
  const refuseEnrollment: DrainerParts['enrollReplacement'] = () => {
    throw new AppError('UNAUTHENTICATED', 'Sign in again to send your work.');
  };
  await drain({
    ...parts,
    api: { ...parts.api, push: parts.api.handOver },
    enrollReplacement: refuseEnrollment,
  });
  return true;
}

export interface CycleParts {
  store: ReplicaStore;
  api: SyncApi;
  outbox: Outbox;
  clock: DrainerParts['clock'];
  photosWaiting: DrainerParts['photosWaiting'];
  exclusive: PullerParts['exclusive'];
  progress: PullerParts['progress'];
  applied: PullerParts['applied'];
  deviceName: string;
  now(): number;
}

/** Run one round with the server: enroll or renew when due, send, pull, and compare when due. */
export interface SyncCycle {
  run(): Promise<FeedPosition>;
  /** Compare at the end of the next round, whatever the day. */
  compareNext(): void;
}

/** Data of the store is missing: a comparison is due, even after a restart. */
const SUSPECT = 'comparisonDue';
const RENEW_MS = 30 * 60_000;
const COMPARE_MS = 24 * 60 * 60_000;

/** Report whether less than `ms` have passed since; a time in the future was written by a clock that was ahead. */
const isWithin = (ms: number, now: number, since: number): boolean => Math.abs(now - since) < ms;

export function createCycle(parts: CycleParts): SyncCycle {
  let compareDue = false;
  let greeted = false;
  let checked = false;
  const load: PullerParts['load'] = { current: null };
  const drainer: DrainerParts = {
    ...parts,
    enrollment: async () =>
      (await readEnrollment(parts.store.side)) ?? (await enrollDevice(parts)).enrollment,
    enrollReplacement: async () => {
      const before = await readEnrollment(parts.store.side);
      const { enrollment, expectedN } = await enrollDevice(parts, before && { replaces: before.deviceId });
      return { deviceId: enrollment.deviceId, expectedN };
    },
  };
  const renew = async () => {
    const known = await readEnrollment(parts.store.side);
    const isFresh = greeted && known && isWithin(RENEW_MS, parts.now(), Date.parse(known.renewedAt));
    if (isFresh) return;
    const before = operationKeysWithVerdict(parts.outbox);
    try {
      const { enrollment, expectedN } = await enrollDevice(parts, known && { deviceId: known.deviceId });
      await reconcile(drainer, enrollment.deviceId, expectedN, before);
    } catch (error) {
      if (!known || !(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
      await moveToNewDevice(drainer, known.deviceId, () => true);
    }
    greeted = true;
  };
  const pulled = async () =>
    pull({
      ...parts,
      load,
      deviceId: (await drainer.enrollment()).deviceId,
      startedAgain: async () => {
        greeted = false;
        await renew();
        await drain(drainer);
      },
    });
  return {
    compareNext: () => {
      compareDue = true;
    },
    async run() {
      try {
        return await round();
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'UNAUTHENTICATED') throw error;
        // The next sign-in is reported before work that was signed after it is sent.
        greeted = false;
        if (await handOver(drainer))
          throw new AppError(
            'DEVICE_REVOKED',
            'This device was revoked or you were deactivated. What was on it was handed over.',
          );
        throw error;
      }
    },
  };
  async function round(): Promise<FeedPosition> {
    await renew().catch(async (error: unknown) => {
      // A revoked device still sends its work: the server judges it by when it was done.
      if (error instanceof AppError && error.code === 'DEVICE_REVOKED') await drain(drainer);
      throw error;
    });
    await drain(drainer);
    if (!checked && (await isEmptied(parts.store))) await writeMeta(parts.store.side, SUSPECT, true);
    const position = await pulled();
    if (!checked) await noteFilled(parts.store);
    checked = true;
    if (compareDue || (await isCompareDue(parts))) {
      compareDue = !(await compareAndMend(parts));
      if (!compareDue) return pulled();
    }
    await prune(parts);
    return position;
  }
}

async function enrollDevice(
  parts: CycleParts,
  known: Pick<EnrollRequest, 'deviceId' | 'replaces'> = {},
): Promise<{ enrollment: Enrollment; expectedN: number }> {
  const waiting = parts.outbox.all().filter(isUnsent).length;
  const request = { name: parts.deviceName, waiting, ...known };
  const requestedAt = parts.now();
  const answer = await parts.api.enroll(request);
  if (answer.serverTime !== undefined)
    await parts.clock.measured(answer.serverTime, requestedAt, parts.now());
  await forgetEndedKeys(parts.store.side, answer.signingKeyIds);
  const enrollment = await storeEnrollment(parts.store.side, answer, new Date(parts.now()).toISOString());
  return { enrollment, expectedN: answer.expectedN };
}

async function isCompareDue({ store, now }: CycleParts): Promise<boolean> {
  if ((await readMeta(store.side, SUSPECT, z.boolean())) === true) return true;
  const last = await readMeta(store.side, 'comparedAt', z.number());
  if (last !== undefined) return !isWithin(COMPARE_MS, now(), last);
  await writeMeta(store.side, 'comparedAt', now());
  return false;
}

/** True when the comparison was made; a difference makes the next pull load everything again. */
async function compareAndMend(parts: CycleParts): Promise<boolean> {
  const differ: readonly CollectionName[] | undefined = await compareWithServer(parts.store, parts.api);
  if (!differ) return false;
  if (differ.length > 0) {
    await noteIncident(parts.store, differ, parts.now());
    await demandReload(parts.store.side);
  }
  await writeMeta(parts.store.side, 'comparedAt', parts.now());
  await parts.store.side.meta.delete(SUSPECT);
  return true;
}

const KEEP_MS = SENT_WORK_DAYS * 24 * 60 * 60_000;

/**
 * Settled work is stored for some weeks, to be sent again after a restore; the newest operation always remains.
 */
async function prune({ outbox, clock, now }: CycleParts): Promise<void> {
  const all = outbox.all();
  const newest = all.at(-1)?.key;
  const doneAt = earliestTimes(all, now() + clock.ms());
  const old = all.filter(
    (operation, index) =>
      (operation.state === 'settled' || operation.state === 'acknowledged') &&
      operation.key !== newest &&
      now() + clock.ms() - (doneAt[index] ?? 0) > KEEP_MS,
  );
  if (old.length > 0) await outbox.remove(old.map((operation) => operation.key));
}

/**
 * Return when each operation was done at the earliest, in the time of the server: not before the device enrolled or
 * those that precede it, because a clock that was set back would make it old at once. A time in the future says
 * nothing.
 */
function earliestTimes(operations: readonly OperationDocument[], present: number): number[] {
  let latest = Number.NEGATIVE_INFINITY;
  return operations.map(({ deviceId, occurredAt, clockOffsetMs }) => {
    const claimed = Date.parse(occurredAt) + clockOffsetMs;
    const enrolled = isValid(deviceId) ? decodeTime(deviceId) : Number.NEGATIVE_INFINITY;
    latest = Math.max(latest, enrolled, claimed <= present ? claimed : Number.NEGATIVE_INFINITY);
    return Number.isFinite(latest) ? latest : present;
  });
}

/** The effect of a failed round on the user. */
export function failureOf(
  error: unknown,
  outbox: Outbox,
): 'sign-in' | 'revoked' | 'storage' | 'unreachable' | { problem: string } {
  if (error instanceof Error && error.name === 'StorageFailure') return 'storage';
  if (!(error instanceof AppError)) return isNetworkError(error) ? 'unreachable' : 'storage';
  if (error.code === 'UNAUTHENTICATED') return 'sign-in';
  if (error.code === 'DEVICE_REVOKED')
    return outbox.all().some(isUnsent) ? { problem: error.message } : 'revoked';
  if (error.code === 'UNAVAILABLE' || error.code === 'RATE_LIMITED') return 'unreachable';
  return { problem: error.message };
}

const isNetworkError = (error: unknown): boolean =>
  error instanceof TypeError ||
  (error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name));
