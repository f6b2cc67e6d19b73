import { z } from 'zod';
import { readMeta, type SideStore, writeMeta } from './side-store.ts';

/** How far the server's clock is ahead of this device's, measured at the last contact: data, never order. */
export interface ClockOffset {
  ms(): number;
  measured(serverTime: string, requestedAt: number, answeredAt: number): Promise<void>;
}

const NOTABLE_MS = 1_000;

/** Reads how far the server's clock is ahead, in milliseconds; 0 before the first contact. */
export const readClockOffset = async (side: SideStore): Promise<number> =>
  (await readMeta(side, 'clockOffset', z.int())) ?? 0;

/** Reads the stored offset and keeps it up to date. */
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
