import { z } from 'zod';
import { Session } from '#db/access/session.ts';

/** The session as the server last confirmed it, stored so that the app opens offline. */
export const StoredSession = z.object({
  session: Session,
  confirmedAt: z.number(),
  offlineUntil: z.number(),
  /** The user returned by PIN without a network: the server's session may still be a colleague's. */
  awaitsResume: z.boolean().optional(),
});
export type StoredSession = z.infer<typeof StoredSession>;

// IndexedDB is used directly: reading one row on every page does not justify loading Dexie for users without
// a bench.
const DATABASE = 'benchside-session';
const TABLE = 'session';
const CURRENT = 'current';
const PARKED = 'parked|';

/** A user whose session waits on this device while another user works. */
const ParkedPerson = z.object({
  userCompanyId: z.string(),
  entity: z.string(),
  name: z.string(),
  email: z.string(),
  /** The data with which the user returns offline; absent when their offline time is over. */
  stored: StoredSession.optional().catch(undefined),
});
export type ParkedPerson = z.infer<typeof ParkedPerson>;
/** The version that Dexie gave the database on devices in use. */
const VERSION = 10;

let opening: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, VERSION);
    request.onupgradeneeded = () => request.result.createObjectStore(TABLE, { keyPath: 'key' });
    request.onsuccess = () => {
      request.result.onclose = forget;
      request.result.onversionchange = () => {
        request.result.close();
        forget();
      };
      resolve(request.result);
    };
    request.onerror = () => {
      forget();
      reject(request.error ?? new Error('This browser keeps nothing for this site.'));
    };
  });
  return opening;
}

/** A connection that the browser closed is reopened at the next use. */
function forget(): void {
  opening = null;
}

/** Run one request on the table; resolves when it is on disk. */
async function inTable<T>(
  mode: IDBTransactionMode,
  runRequest: (table: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const transaction = (await open()).transaction(TABLE, mode, { durability: 'strict' });
  const request = runRequest(transaction.objectStore(TABLE));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error ?? new Error('This browser kept nothing.'));
  });
}

function storedIn(row: unknown): StoredSession | undefined {
  const parsed = z.object({ value: StoredSession }).safeParse(row);
  return parsed.success ? parsed.data.value : undefined;
}

/** Read the last confirmed session of this browser; undefined when there is none. */
export async function readStoredSession(): Promise<StoredSession | undefined> {
  return storedIn(await inTable<unknown>('readonly', (table) => table.get(CURRENT)));
}

/** Store a confirmed session. */
export async function storeSession(storedSession: StoredSession): Promise<void> {
  await inTable('readwrite', (table) => table.put({ key: CURRENT, value: storedSession }));
}

/**
 * Change the stored session in one transaction, so that no tab overwrites what another has just stored.
 * `change` returns null to leave it unchanged; true when something was written.
 */
export async function changeStoredSession(
  change: (before: StoredSession | undefined) => StoredSession | null,
): Promise<boolean> {
  let isWritten = false;
  await inTable<unknown>('readwrite', (table) => {
    const read: IDBRequest<unknown> = table.get(CURRENT);
    read.onsuccess = () => {
      const value = change(storedIn(read.result));
      if (value === null) return;
      table.put({ key: CURRENT, value });
      isWritten = true;
    };
    return read;
  });
  return isWritten;
}

/** Delete the stored session; the user's replica and unsent work remain in their own databases. */
export async function forgetSession(): Promise<void> {
  await inTable('readwrite', (table) => table.delete(CURRENT));
}

/** List the users whose sessions wait on this device. A session whose offline time is over is deleted. */
export async function readParkedPeople(now = Date.now()): Promise<ParkedPerson[]> {
  const rows: unknown[] = await inTable('readonly', (table) => table.getAll());
  const people = rows.flatMap((row) => {
    const parsed = z.object({ key: z.string().startsWith(PARKED), value: ParkedPerson }).safeParse(row);
    return parsed.success ? [parsed.data.value] : [];
  });
  const current: ParkedPerson[] = [];
  for (const { stored: storedSession, ...person } of people) {
    const isOver = storedSession !== undefined && now > storedSession.offlineUntil;
    if (isOver) await writeParked(person);
    current.push(storedSession === undefined || isOver ? person : { ...person, stored: storedSession });
  }
  return current;
}

async function writeParked(value: ParkedPerson): Promise<void> {
  await inTable('readwrite', (table) => table.put({ key: `${PARKED}${value.userCompanyId}`, value }));
}

/** Store that a user's session waits on this device, with the data for their return offline. */
export async function storeParkedPerson({ user, entity }: Session): Promise<void> {
  const { userCompanyId, name, email } = user;
  const current = await readStoredSession();
  const person: ParkedPerson = { userCompanyId, entity, name, email };
  if (current?.session.user.userCompanyId !== userCompanyId) return writeParked(person);
  await writeParked({ ...person, stored: { ...current, awaitsResume: false } });
}

/** Delete a waiting session: the user is back, or the session is over. */
export async function forgetParkedPerson(userCompanyId: string): Promise<void> {
  await inTable('readwrite', (table) => table.delete(`${PARKED}${userCompanyId}`));
}
