import { BehaviorSubject, Subject } from 'rxjs';
import { AppError } from '#db/errors/app-error.ts';
import type { Actor } from '#db/operation.ts';
import type { CollectionName } from '#db/sync/collections.ts';
import { type BaseReader, readBase } from '#pwa/replica/operations/base-reader.ts';
import { type FoldContext, openView, type View } from '#pwa/replica/operations/fold.ts';
import { type Outbox, openOutbox } from '#pwa/replica/operations/outbox.ts';
import { type RunOperation, runOperation } from '#pwa/replica/operations/run-operation.ts';
import { type Enrollment, readEnrollment } from '#pwa/replica/session/enrollment.ts';
import {
  openReplicaStore,
  type ReplicaStore,
  replicaName,
  type StoreOptions,
} from '#pwa/replica/store/database.ts';
import { createExclusive, type Exclusive } from '#pwa/replica/store/mutex.ts';
import { openPhotoStore, type PhotoStore, signedPhotos } from '#pwa/replica/store/photo-store.ts';
import { createPhotoSender } from '#pwa/replica/store/send-photos.ts';
import { readPosition } from './feed-storage.ts';
import { keepLastContact, openClockOffset, readLastContact } from './last-contact.ts';
import type { Contact } from './status.ts';
import { createSyncApi, type Send, type SyncApi } from './sync-api.ts';
import { createCycle, type SyncCycle } from './sync-cycle.ts';
import { createSyncLoop, type SyncLoop } from './sync-loop.ts';

/** All data of one signed-in membership on this device. */
export interface Replica {
  readonly actor: Actor;
  readonly store: ReplicaStore;
  readonly base: BaseReader;
  readonly outbox: Outbox;
  readonly photos: PhotoStore;
  readonly view: View;
  readonly api: SyncApi;
  readonly cycle: SyncCycle;
  readonly loop: SyncLoop;
  readonly contact: BehaviorSubject<Contact>;
  /** Collections whose displayed documents may have changed. */
  readonly changed: Subject<ReadonlySet<CollectionName>>;
  readonly exclusive: Exclusive;
  /** The number of operations of this tab that are being written. */
  readonly writing: BehaviorSubject<number>;
  enrollment(): Promise<Enrollment | undefined>;
  /** Send the waiting photos; throws when the server cannot be reached. */
  sendPhotos(): Promise<void>;
  run: RunOperation;
  /** Another tab leads and reports what it knows; its pages are already in the store. */
  follow(contact: Contact): Promise<void>;
  close(): Promise<void>;
}

export interface ReplicaOptions extends StoreOptions {
  actor: Actor;
  deviceName: string;
  send: Send;
  name?: string;
  now?: () => number;
  requestTimeoutMs?: number | undefined;
  definition?: FoldContext['definition'];
}

/** Open the replica of a membership; no request is sent until its loop starts. */
export async function openReplica(options: ReplicaOptions): Promise<Replica> {
  const { actor, deviceName, send } = options;
  const now = options.now ?? Date.now;
  const name = options.name ?? replicaName(actor);
  const { store, photos } = await openStores(name, options);
  const base = readBase(store);
  const exclusive = createExclusive();
  const [outbox, clock, enrolledBefore, lastContactAt] = await Promise.all([
    openOutbox(store),
    openClockOffset(() => store.side),
    readEnrollment(store.side),
    readLastContact(store.side),
  ]);
  let enrollment = enrolledBefore;
  const enrolled = async () => {
    enrollment = await readEnrollment(store.side);
    return enrollment;
  };
  const context = (): FoldContext => ({
    actor,
    labTimezone: enrollment?.labTimezone ?? 'UTC',
    ...(options.definition ? { definition: options.definition } : {}),
  });
  const view = await openView({ base, outbox, side: () => store.side, exclusive, context });
  const api = createSyncApi(send, options.requestTimeoutMs);
  const sendPhotos = createPhotoSender({ photos, outbox, api, side: () => store.side });
  const changed: Replica['changed'] = new Subject();
  const writing: Replica['writing'] = new BehaviorSubject(0);
  const refold = async () => {
    await enrolled();
    await view.refold();
  };
  const cycle: SyncCycle = createCycle({
    store,
    api,
    outbox,
    clock,
    photosWaiting: () => signedPhotos(photos.all(), outbox.all()).length,
    exclusive,
    deviceName,
    now,
    applied: refold,
    progress: (progress) => loop.contact.next({ ...loop.contact.value, progress, head: progress.head }),
  });
  const reload = async () => {
    await outbox.reload();
    await photos.reload();
    await exclusive(refold);
  };
  const loop: SyncLoop = createSyncLoop({
    cycle,
    store,
    outbox,
    send,
    now,
    lastContactAt,
    sendPhotos,
    reopened: reload,
    wiped: async () => {
      await store.wipeReadModels();
      await reload();
    },
  });
  const subscriptions = [
    view.changed.subscribe((collections) => changed.next(collections)),
    store.changed.subscribe((collection) => changed.next(new Set([collection]))),
    keepLastContact(loop.contact, () => store.side),
  ];
  const parts = {
    base,
    outbox,
    view,
    clock,
    // The overlay is not folded between the pages of a long pull; new operations are judged by the stored
    // documents.
    exclusive: <T>(work: () => Promise<T>) => exclusive(() => view.upToDate().then(work)),
    enrollment: enrolled,
    identity: { userId: actor.userId, userCompanyId: actor.userCompanyId },
    context,
    cursor: async () => (await readPosition(store.side))?.cursor ?? 0,
    now,
    mono: () => performance.now(),
    mayWork: () => findBlockingError(enrollment, loop.contact.value, now() + clock.ms()),
  };
  return {
    actor,
    store,
    base,
    outbox,
    photos,
    view,
    api,
    cycle,
    loop,
    contact: loop.contact,
    changed,
    exclusive,
    writing,
    enrollment: enrolled,
    sendPhotos,
    async run(name, args) {
      writing.next(writing.value + 1);
      try {
        const result = await runOperation(parts, name, args);
        if (result.queued) loop.wake();
        return result;
      } finally {
        writing.next(writing.value - 1);
      }
    },
    async follow(contact) {
      const moved = contact.position?.cursor !== loop.contact.value.position?.cursor;
      loop.contact.next(contact);
      if (moved) await exclusive(refold);
    },
    async close() {
      for (const subscription of subscriptions) subscription.unsubscribe();
      view.close();
      outbox.close();
      photos.close();
      await store.close();
    },
  };
}

/** Open both in parallel; when one fails the other is closed again, because it would block the next try. */
async function openStores(name: string, options: StoreOptions) {
  const [store, photos] = await Promise.allSettled([openReplicaStore(name, options), openPhotoStore(name)]);
  if (store.status === 'fulfilled' && photos.status === 'fulfilled')
    return { store: store.value, photos: photos.value };
  if (store.status === 'fulfilled') await store.value.close();
  if (photos.status === 'fulfilled') photos.value.close();
  throw store.status === 'rejected' ? store.reason : photos.status === 'rejected' ? photos.reason : null;
}

/** `now` is in the time of the server, like the limit: a wrong clock must not end the work of a connected device. */
function findBlockingError(
  enrollment: Enrollment | undefined,
  contact: Contact,
  now: number,
): AppError | null {
  if (contact.revoked) return new AppError('FORBIDDEN', 'This device was revoked. Ask your lab manager.');
  if (enrollment && now > Date.parse(enrollment.offlineUntil)) {
    return new AppError(
      'UNAUTHENTICATED',
      'This device was offline for too long. Connect it and sign in to continue.',
    );
  }
  return null;
}
