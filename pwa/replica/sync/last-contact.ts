import { distinctUntilChanged, filter, map, type Observable, type Subscription, throttleTime } from 'rxjs';
import { z } from 'zod';
import { readMeta, type SideStore, writeMeta } from '#pwa/replica/store/side-store.ts';
import type { Contact } from './status.ts';

/**
 * The offset of the server's clock from this device's clock at the last contact; it is recorded, but never
 * decides order.
 */
export interface ClockOffset {
  ms(): number;
  measured(serverTime: string, requestedAt: number, answeredAt: number): Promise<void>;
}

const NOTABLE_MS = 1_000;

/** Return how far the server's clock is ahead, in milliseconds; 0 before the first contact. */
export const readClockOffset = async (side: SideStore): Promise<number> =>
  (await readMeta(side, 'clockOffset', z.int())) ?? 0;

/** Read the stored offset and keep it up to date. */
export async function openClockOffset(side: () => SideStore): Promise<ClockOffset> {
  let offset = await readClockOffset(side());
  return {
    ms: () => offset,
    async measured(serverTime, requestedAt, answeredAt) {
      const next = Math.round(Date.parse(serverTime) - (requestedAt + answeredAt) / 2);
      if (Math.abs(next - offset) < NOTABLE_MS) return;
      offset = next;
      await writeMeta(side(), 'clockOffset', next);
    },
  };
}

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
