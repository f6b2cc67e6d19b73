import { Dexie } from 'dexie';
import { openSideStore } from './side-store.ts';

const SIDE = '-side';

/** What says where the feed stands: without its documents it starts again. */
const FEED_KEYS = ['feed', 'filled'] as const;

/** What proves who somebody is; printers and the like stay. */
const SECRET_KEYS = ['signingKey', 'passwordKey', 'passwordConfirmed'] as const;

/**
 * Removes what a replica holds of the lab: documents, scan codes and the keys of its person. What the person has not
 * sent or has begun, and the log of what they sent, which mends a restored server, stay for their next sign-in; none of
 * it names a patient.
 */
export async function lockReplica(name: string): Promise<void> {
  const known = await Dexie.getDatabaseNames();
  for (const database of known) if (database.includes(`${name}-docs-`)) await Dexie.delete(database);
  if (!known.includes(`${name}${SIDE}`)) return;
  const side = openSideStore(name);
  try {
    await side.transaction('rw', side.meta, side.codes, side.settings, async () => {
      await side.codes.clear();
      await side.meta.bulkDelete([...FEED_KEYS]);
      await side.settings.bulkDelete([...SECRET_KEYS]);
    });
  } finally {
    side.close();
  }
}

/** Locks the replicas of everybody who is not signed in on this device. */
export async function lockOtherReplicas(signedIn: readonly string[]): Promise<void> {
  const known = await Dexie.getDatabaseNames();
  const otherDatabases = known
    .filter((database) => database.startsWith('benchside-') && database.endsWith(SIDE))
    .map((database) => database.slice(0, -SIDE.length))
    .filter((name) => !signedIn.includes(name));
  for (const name of otherDatabases) await lockReplica(name);
}
