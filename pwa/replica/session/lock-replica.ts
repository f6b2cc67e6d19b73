import { Dexie } from 'dexie';
import { distinctUntilChanged, map, type Observable, type Subscription } from 'rxjs';
import { openSideStore } from '#pwa/replica/store/side-store.ts';

const SIDE = '-side';

/** Meta entries of the feed position: without its documents the feed starts again. */
const FEED_KEYS = ['feed', 'filled'] as const;

/** Meta entries that authenticate a user; settings such as printers remain. */
const SECRET_KEYS = ['signingKey', 'passwordKey', 'passwordConfirmed'] as const;

/**
 * Remove lab data from a replica: documents, scan codes and the user's keys. Unsent work, drafts and the log
 * of sent work, which repairs a restored server, remain for the next sign-in; none of it names a patient.
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

/** Lock the replicas of all users who are not signed in on this device. */
export async function lockOtherReplicas(signedIn: readonly string[]): Promise<void> {
  const known = await Dexie.getDatabaseNames();
  const otherDatabases = known
    .filter((database) => database.startsWith('benchside-') && database.endsWith(SIDE))
    .map((database) => database.slice(0, -SIDE.length))
    .filter((name) => !signedIn.includes(name));
  for (const name of otherDatabases) await lockReplica(name);
}

const ask = (event: Event): void => event.preventDefault();

/**
 * Make the browser ask before the user leaves the page while an operation is being written: the operation is
 * on this device only when its success is shown. At other times the browser does not ask and may keep the
 * page for going back.
 */
export function askBeforeLeaving(writing: Observable<number>, page: EventTarget): Subscription {
  const subscription = writing
    .pipe(
      map((unsentCount) => unsentCount > 0),
      distinctUntilChanged(),
    )
    .subscribe((busy) => {
      if (busy) page.addEventListener('beforeunload', ask);
      else page.removeEventListener('beforeunload', ask);
    });
  subscription.add(() => page.removeEventListener('beforeunload', ask));
  return subscription;
}
