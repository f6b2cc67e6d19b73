/** Return the calendar day some days before or after a day `YYYY-MM-DD`. */
export function adjacentDay(day: string, step: 1 | -1): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + step);
  return at.toISOString().slice(0, 10);
}

/** A first and a last day; a period without a last day has no end. */
export interface Period {
  effectiveFrom: string;
  effectiveTo: string | null;
}

/** Return whether two periods have a day in common. */
export const overlap = (one: Period, other: Period): boolean =>
  (one.effectiveTo === null || other.effectiveFrom <= one.effectiveTo) &&
  (other.effectiveTo === null || one.effectiveFrom <= other.effectiveTo);
