const CLOCKS = new Map<string, Intl.DateTimeFormat>();

/** Made once for a time zone: making one takes longer than reading a thousand times. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = CLOCKS.get(timeZone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  CLOCKS.set(timeZone, formatter);
  return formatter;
}

/** What the clocks of a time zone show at an instant, in milliseconds as if they showed UTC. */
export function wallClockOf(instant: number, timeZone: string): number {
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** `2026-11-22 09:05`, as the clocks of a time zone show an instant (ISO, UTC). */
export const clockText = (instant: string, timeZone: string): string =>
  new Date(wallClockOf(Date.parse(instant), timeZone)).toISOString().slice(0, 16).replace('T', ' ');

/** The instant at which the clocks of a time zone show this. Asked twice, for the hours around a change of the clocks. */
export function instantOfWallClock(wallClock: number, timeZone: string): number {
  const guess = wallClock - (wallClockOf(wallClock, timeZone) - wallClock);
  return wallClock - (wallClockOf(guess, timeZone) - guess);
}
