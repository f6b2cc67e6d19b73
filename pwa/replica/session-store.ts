import { Dexie, type EntityTable } from 'dexie';
import { z } from 'zod';
import { Session } from '#db/access/session.ts';

/** The session as it was last confirmed by the server, kept so that the app opens offline. */
export const StoredSession = z.object({
  session: Session,
  confirmedAt: z.number(),
  offlineUntil: z.number(),
});
export type StoredSession = z.infer<typeof StoredSession>;

interface Entry {
  key: 'current';
  value: unknown;
}
type SessionTables = Dexie & { session: EntityTable<Entry, 'key'> };

let opened: SessionTables | null = null;

function store(): SessionTables {
  if (opened) return opened;
  opened = new Dexie('benchside-session', { chromeTransactionDurability: 'strict' }) as SessionTables;
  opened.version(1).stores({ session: 'key' });
  return opened;
}

/** The last confirmed session of this browser, or undefined. */
export async function readStoredSession(): Promise<StoredSession | undefined> {
  const parsed = StoredSession.safeParse((await store().session.get('current'))?.value);
  return parsed.success ? parsed.data : undefined;
}

/** Keeps a confirmed session. */
export async function storeSession(stored: StoredSession): Promise<void> {
  await store().session.put({ key: 'current', value: stored });
}

/** Forgets who was signed in; the person's replica and unsent work stay in its own databases. */
export async function forgetSession(): Promise<void> {
  await store().session.delete('current');
}
