const MINUTE = 60_000;
/** A clock may be this far off before a person is told, and an act this far ahead before a person reviews it. */
const TOLERANCE_MS = 5 * MINUTE;
const MAX_AGE_MS = 72 * 60 * MINUTE;

/** A device's time as the server understands it. */
export interface CorrectedTime {
  deviceTime: string;
  /** The time that is kept and shown. */
  occurredAt: string;
  /** What the device claims, by its own offset. */
  claimedAt: string;
  /** The moment whose rights count: never before what the server knows to have come earlier. */
  judgedAt: string;
  /** How far the device's clock is behind what is possible; 0 when its claim is possible. */
  shiftMs: number;
  /** Set when the device's clock was more than five minutes off. */
  warning: string | null;
  /** Set when a person must look at the time: in words, what is strange about it. */
  review: string | null;
}

/** What the server knows of a device's time when its next operation comes. */
export interface TimeBound {
  /** Its enrolment, its earlier operations, its last contact with nothing waiting: the latest of them. */
  notBefore: string | null;
  /** The shift of its last operation. */
  clockShiftMs: number;
}

const UNBOUND: TimeBound = { notBefore: null, clockShiftMs: 0 };

function distance(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / MINUTE);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
}

const clockWarning = (ms: number): string =>
  `This device's clock is ${distance(ms)} off. The time was corrected; set the clock.`;

/**
 * Corrects the time of an operation. The device's offset at last contact (server minus device) is added. Nothing can have
 * happened after it arrived, so a time in the future becomes the time of arrival. Nothing can have happened before the
 * bound either: an operation that claims so is put at the bound, and what follows it keeps its distance to it, so the work
 * of a clock that was set back is kept in its order. A person reviews the first of them.
 */
export function correctTime(
  deviceTime: string,
  offsetMs: number,
  receivedAt: Date,
  { notBefore, clockShiftMs }: TimeBound = UNBOUND,
): CorrectedTime {
  const received = receivedAt.getTime();
  const claimed = Date.parse(deviceTime) + offsetMs;
  const bound = notBefore === null ? Number.NEGATIVE_INFINITY : Math.min(Date.parse(notBefore), received);
  const isPossible = claimed >= bound - TOLERANCE_MS;
  const moment = Math.min(received, isPossible ? claimed : Math.max(bound, claimed + clockShiftMs));
  const shiftMs = isPossible ? 0 : moment - claimed;
  const time = {
    deviceTime: isoOf(Date.parse(deviceTime)),
    occurredAt: isoOf(moment),
    claimedAt: isoOf(Math.min(claimed, received)),
    judgedAt: isoOf(Math.max(moment, bound)),
    shiftMs,
  };
  const off = isPossible ? offsetMs : shiftMs;
  const warning = Math.abs(off) > TOLERANCE_MS ? clockWarning(off) : null;
  const isSetBack = Math.abs(shiftMs) > TOLERANCE_MS && Math.abs(shiftMs - clockShiftMs) > TOLERANCE_MS;
  const review = isSetBack
    ? `Recorded ${distance(shiftMs)} before it can have been done`
    : reviewOf(claimed, moment, received);
  return { ...time, warning, review };
}

function reviewOf(claimed: number, moment: number, received: number): string | null {
  if (claimed - received > TOLERANCE_MS) return `Recorded ${distance(claimed - received)} in the future`;
  if (received - moment > MAX_AGE_MS) return `Done ${distance(received - moment)} before it was sent`;
  return null;
}

// A device that lost its clock says 1970 or earlier; the database knows no year 0.
const isoOf = (ms: number): string => new Date(Math.max(0, ms)).toISOString();
