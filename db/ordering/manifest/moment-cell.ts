import { instantOfWallClock } from '#db/values/wall-clock.ts';
import type { Finding } from './manifest-fault.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const TIME = String.raw`(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([AP]M)?)?`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}$`, 'i');
const MONTH_FIRST = new RegExp(String.raw`^(\d{1,2})/(\d{1,2})/(\d{4})${TIME}$`, 'i');
const MONTH_NAMED = new RegExp(String.raw`^(\d{1,2})[- .]([a-z]{3})[a-z]*[- .,]+(\d{4})${TIME}$`, 'i');
const NAME_FIRST = new RegExp(String.raw`^([a-z]{3})[a-z]* (\d{1,2})[ ,]+(\d{4})${TIME}$`, 'i');
const ZONED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

type Parts = [year: number, month: number, day: number, hour: number, minute: number, second: number];

const monthNamed = (name: string | undefined): number =>
  MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1;

function clock(match: RegExpExecArray): [number, number, number] {
  const hour = Number(match[4] ?? 0);
  const half = match[7]?.toUpperCase();
  const turned = half === undefined ? hour : (hour % 12) + (half === 'PM' ? 12 : 0);
  // 14:00 PM and 0:00 AM are typing mistakes.
  const wrong = half !== undefined && (hour < 1 || hour > 12);
  return [wrong ? 99 : turned, Number(match[5] ?? 0), Number(match[6] ?? 0)];
}

function partsOf(text: string): Parts | null {
  const iso = YEAR_FIRST.exec(text);
  if (iso) return [Number(iso[1]), Number(iso[2]), Number(iso[3]), ...clock(iso)];
  const american = MONTH_FIRST.exec(text);
  if (american) return [Number(american[3]), Number(american[1]), Number(american[2]), ...clock(american)];
  const namedMonthMatch = MONTH_NAMED.exec(text);
  if (namedMonthMatch)
    return [
      Number(namedMonthMatch[3]),
      monthNamed(namedMonthMatch[2]),
      Number(namedMonthMatch[1]),
      ...clock(namedMonthMatch),
    ];
  const first = NAME_FIRST.exec(text);
  return first ? [Number(first[3]), monthNamed(first[1]), Number(first[2]), ...clock(first)] : null;
}

/**
 * Return the instant at which the clocks of a time zone show these parts; null when the day or time does not
 * exist.
 */
function instantOf([year, month, day, hour, minute, second]: Parts, timeZone: string): string | null {
  const asUtc = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const real =
    asUtc.getUTCFullYear() === year &&
    asUtc.getUTCMonth() === month - 1 &&
    asUtc.getUTCDate() === day &&
    hour < 24 &&
    minute < 60 &&
    second < 60;
  if (!real || year < 1900) return null;
  return new Date(instantOfWallClock(asUtc.getTime(), timeZone)).toISOString();
}

/** Read a collection time, in the lab's time zone; it cannot be in the future. */
export function momentCell(
  text: string,
  { now, timeZone }: { now: string; timeZone: string },
): { value: string | null; finding: Finding | null } {
  const zoned = ZONED.test(text) ? new Date(text) : null;
  const parts = zoned ? null : partsOf(text.trim());
  const value =
    zoned && !Number.isNaN(zoned.getTime()) ? zoned.toISOString() : parts && instantOf(parts, timeZone);
  if (!value)
    return { value: null, finding: { problem: 'Not a date.', suggestion: 'Write it as 2026-11-21 14:30' } };
  if (value > now)
    return { value: null, finding: { problem: 'In the future.', suggestion: 'When it was collected' } };
  return { value, finding: null };
}
