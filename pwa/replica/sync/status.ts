import { z } from 'zod';
import { isUnsent, type OperationDocument } from '#pwa/replica/operations/operation-document.ts';
import { signedPhotos, type TakenPhoto } from '#pwa/replica/store/photo-store.ts';
import { FeedPosition } from './feed-storage.ts';
import type { PullProgress } from './first-load.ts';

/** The sync loop's knowledge of its contact with the server; the leader tab shares it with the others. */
export const Contact = z.object({
  /** Whether the last request was answered; null before the first one ended. */
  online: z.boolean().nullable(),
  lastContactAt: z.number().nullable(),
  position: FeedPosition.nullable(),
  head: z.number().nullable(),
  /** The error as text for the user; null when there is none. */
  problem: z.string().nullable(),
  needsSignIn: z.boolean(),
  revoked: z.boolean(),
  progress: z
    .object({
      phase: z.enum(['snapshot', 'feed']),
      documents: z.number(),
      cursor: z.number(),
      head: z.number(),
    })
    .nullable(),
});
export type Contact = z.infer<typeof Contact>;

export const noContact: Contact = {
  online: null,
  lastContactAt: null,
  position: null,
  head: null,
  problem: null,
  needsSignIn: false,
  revoked: false,
  progress: null,
};

/** The states of the header, in order of urgency. */
export type SyncState =
  | 'revoked'
  | 'sign-in'
  | 'error'
  | 'conflicts'
  | 'waiting'
  | 'loading'
  | 'offline'
  | 'connecting'
  | 'synced';

export interface SyncStatus {
  state: SyncState;
  /** The server was heard just now; otherwise no work counts as in progress. */
  reachable: boolean;
  waiting: number;
  /** Photos of signed receipts that the server does not have. */
  photos: number;
  conflicts: number;
  /** Refused or quarantined operations, and refused photos, that the user has not acknowledged. */
  refusedCount: number;
  /** It is known that the server cannot be reached: a request failed, or the browser has no network. */
  isOffline: boolean;
  /** Work has waited so long that the user should look for a network. */
  waitsLong: boolean;
  lastContactAt: number | null;
  problem: string | null;
  progress: PullProgress | null;
}

const RECENT_MS = 90_000;
const LONG_MS = 4 * 60 * 60_000;

/**
 * Compute the sync status: "synced" only when nothing waits, every verdict is in, and the server was just
 * heard.
 */
export function syncStatus(
  contact: Contact,
  operations: readonly OperationDocument[],
  conflicts: number,
  now: number,
  takenPhotos: readonly TakenPhoto[] = [],
  hasNetwork = true,
): SyncStatus {
  const unsent = operations.filter(isUnsent);
  const cursor = contact.position?.cursor ?? -1;
  const undelivered = operations.filter(
    (operation) => operation.state === 'accepted' && (operation.rev ?? 0) > cursor,
  );
  const waiting = unsent.length + undelivered.length;
  const signed = signedPhotos(takenPhotos, operations);
  const photos = signed.filter(({ problem }) => problem === null);
  const rejectedCount = operations.filter(
    ({ state }) => state === 'rejected' || state === 'quarantined',
  ).length;
  const refusedCount = rejectedCount + signed.length - photos.length;
  const since = [...unsent.map(({ occurredAt }) => occurredAt), ...photos.map(({ takenAt }) => takenAt)];
  const oldest = Math.min(now, ...since.map((at) => Date.parse(at)));
  const recent = contact.lastContactAt !== null && now - contact.lastContactAt < RECENT_MS;
  const reachable = contact.online === true && recent;
  const isOffline = !reachable && (contact.online === false || !hasNetwork);
  const current = contact.position !== null && contact.head !== null && cursor >= contact.head;
  return {
    state: syncStateOf({
      contact,
      waiting: waiting + photos.length,
      attention: conflicts + refusedCount,
      reachable,
      isOffline,
      current,
    }),
    reachable,
    isOffline,
    waiting,
    photos: photos.length,
    conflicts,
    refusedCount,
    waitsLong: now - oldest > LONG_MS,
    lastContactAt: contact.lastContactAt,
    problem: contact.problem,
    progress: contact.progress,
  };
}

const FIELDS = [
  'state',
  'reachable',
  'isOffline',
  'waiting',
  'photos',
  'conflicts',
  'refusedCount',
  'waitsLong',
  'lastContactAt',
  'problem',
  'progress',
] as const satisfies readonly (keyof SyncStatus)[];

/**
 * Check whether the displayed status is unchanged; this runs every few seconds, and most screens show part of
 * it.
 */
export const sameStatus = (a: SyncStatus, b: SyncStatus): boolean =>
  FIELDS.every((field) => a[field] === b[field]);

function syncStateOf(status: {
  contact: Contact;
  waiting: number;
  attention: number;
  reachable: boolean;
  isOffline: boolean;
  current: boolean;
}): SyncState {
  const { contact } = status;
  if (contact.revoked) return 'revoked';
  if (contact.needsSignIn) return 'sign-in';
  if (contact.problem !== null) return 'error';
  if (status.attention > 0) return 'conflicts';
  if (!status.reachable) {
    if (status.waiting > 0) return 'waiting';
    // A page that was just opened, or woke up, has not heard the server yet.
    return status.isOffline ? 'offline' : 'connecting';
  }
  if (status.waiting > 0) return 'waiting';
  return status.current ? 'synced' : 'loading';
}
