const MINUTE = 60_000;
/**
 * How far a clock may be off before a warning, and how far ahead an operation may be before a person reviews
 * it.
 */
const TOLERANCE_MS = 5 * MINUTE;
const MAX_AGE_MS = 72 * 60 * MINUTE;

/** The time of a device's operation as the server interprets it. */
export interface CorrectedTime {
  deviceTime: string;
  /** The time that is stored and shown. */
  occurredAt: string;
  /** The time that the device claims, corrected by its own offset. */
  claimedAt: string;
  /** The moment whose rights count: never before the latest moment that the server knows of this device. */
  judgedAt: string;
  /** How far the device's clock is behind the earliest possible time; 0 if its claim is possible. */
  shiftMs: number;
  /** Set if the device's clock was more than five minutes off. */
  warning: string | null;
  /** Set if a person must review the time: a description of the problem. */
  review: string | null;
}

/** What the server knows of a device's time when its next operation arrives. */
export interface TimeBound {
  /** The latest of its enrollment, its earlier operations and its last contact with an empty outbox. */
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
 * Correct the time of an operation: add the device's offset at last contact (server minus device). A time
 * after arrival is impossible and becomes the time of arrival. A time before the lower bound is impossible
 * too: the operation gets the bound, and later ones keep their distance to it, so work done after a clock was
 * set back stays in order. A person reviews the first of them.
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

// A device that lost its clock reports 1970 or earlier; the database has no year 0.
const isoOf = (ms: number): string => new Date(Math.max(0, ms)).toISOString();
