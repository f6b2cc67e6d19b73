const MINUTE = 60_000;
/** A clock may be this far off before a person is told, and an act this far ahead before a person reviews it. */
const TOLERANCE_MS = 5 * MINUTE;
const MAX_AGE_MS = 72 * 60 * MINUTE;

/** A device's time as the server understands it. */
export interface CorrectedTime {
  deviceTime: string;
  occurredAt: string;
  /** Set when the device's clock was more than five minutes off. */
  warning: string | null;
  /** Set when a person must look at the time: in words, what is strange about it. */
  review: string | null;
}

function distance(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / MINUTE);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}

/**
 * Corrects the time of an act by the device's offset at last contact (server minus device). Nothing can have happened
 * after it arrived, so a time in the future becomes the time of arrival.
 */
export function correctTime(deviceTime: string, offsetMs: number, receivedAt: Date): CorrectedTime {
  const claimed = Date.parse(deviceTime) + offsetMs;
  const ahead = claimed - receivedAt.getTime();
  const time = {
    deviceTime: isoOf(Date.parse(deviceTime)),
    occurredAt: isoOf(Math.min(claimed, receivedAt.getTime())),
  };
  const warning =
    Math.abs(offsetMs) > TOLERANCE_MS
      ? `This device's clock is ${distance(offsetMs)} off. The time was corrected; set the clock.`
      : null;
  if (ahead > TOLERANCE_MS) return { ...time, warning, review: `Recorded ${distance(ahead)} in the future` };
  if (-ahead > MAX_AGE_MS) return { ...time, warning, review: `Done ${distance(ahead)} before it was sent` };
  return { ...time, warning, review: null };
}

// A device that lost its clock says 1970 or earlier; the database knows no year 0.
const isoOf = (ms: number): string => new Date(Math.max(0, ms)).toISOString();
