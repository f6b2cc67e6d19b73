import { z } from 'zod';
import { readMeta, type SideStore, writeMeta } from './side-store.ts';

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
