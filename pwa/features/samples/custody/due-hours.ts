import { z } from 'zod';
import { CHECK_OUT_HOURS, isOverdue as isDue } from '#db/samples/custody/due-back.ts';
import type { Sample } from '#db/samples/sample.ts';

/** Choices in hours until a checked-out sample is due back; the first is the default. */
export const DUE_HOURS = ['12', '2', '4', '8', '24', '48', '72', '168'] as const;
export const DueHours = z.enum(DUE_HOURS);
export type DueHours = z.infer<typeof DueHours>;

const formatHours = (hours: number): string =>
  hours % 24 === 0 && hours > 24 ? `In ${hours / 24} days` : `In ${hours} hours`;

/** List the choices for a check-out, shortest first. */
export const DUE_OPTIONS = [...DUE_HOURS]
  .sort((a, b) => Number(a) - Number(b))
  .map((value) => ({ value, label: formatHours(Number(value)) }));

/** Build the argument for a choice; the default needs none. */
export const dueArg = (hours: DueHours): { dueHours?: number } =>
  Number(hours) === CHECK_OUT_HOURS ? {} : { dueHours: Number(hours) };

/**
 * Report whether a checked-out sample is overdue: after 12 hours, or after the due time set at check-out
 * (domain 5.4).
 */
export const isOverdue = (
  sample: Pick<Sample, 'custodianUserId' | 'checkedOutAt' | 'dueBackAt'>,
  now: number,
): boolean => sample.custodianUserId !== null && isDue(sample, new Date(now).toISOString());
