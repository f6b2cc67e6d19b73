const FIRST_MS = 1_000;
const LAST_MS = 60_000;

/**
 * The wait before the next try: 1 s doubling to 60 s, with jitter so that the handhelds of a lab do not call
 * at the same moment.
 */
export const backoffMs = (failures: number, random: () => number = Math.random): number =>
  Math.round(Math.min(LAST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1)) * (0.5 + random() / 2));
