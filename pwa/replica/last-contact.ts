import { distinctUntilChanged, filter, map, type Observable, type Subscription, throttleTime } from 'rxjs';
import { z } from 'zod';
import { readMeta, type SideStore, writeMeta } from './side-store.ts';
import type { Contact } from './status.ts';

const KEY = 'lastContactAt';
const WRITE_MS = 10_000;

/**
 * Return when this device last heard the server, including before an offline start; null when it never did.
 */
export const readLastContact = async (side: SideStore): Promise<number | null> =>
  (await readMeta(side, KEY, z.number())) ?? null;

/** Store when the server was last heard; heartbeats alone are not written. */
export function keepLastContact(contact: Observable<Contact>, side: () => SideStore): Subscription {
  return contact
    .pipe(
      map(({ lastContactAt }) => lastContactAt),
      filter((at) => at !== null),
      distinctUntilChanged(),
      throttleTime(WRITE_MS, undefined, { leading: true, trailing: true }),
    )
    .subscribe((at) => void writeMeta(side(), KEY, at).catch(() => undefined));
}
