const CLOCKS = new Map<string, Intl.DateTimeFormat>();

/** Return the formatter of a time zone, cached because creating one costs more than a thousand uses. */
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

/** Return the local time of an instant, in milliseconds as if it were UTC. */
function wallClockOf(instant: number, timeZone: string): number {
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Format the local time of an instant (ISO, UTC): `2026-11-22 09:05`. */
export const clockText = (instant: string, timeZone: string): string =>
  new Date(wallClockOf(Date.parse(instant), timeZone)).toISOString().slice(0, 16).replace('T', ' ');

/** Find the instant of a local time. The offset is computed twice, for the hours around a clock change. */
export function instantOfWallClock(wallClock: number, timeZone: string): number {
  const guess = wallClock - (wallClockOf(wallClock, timeZone) - wallClock);
  return wallClock - (wallClockOf(guess, timeZone) - guess);
}
