import { CHECK_OUT_HOURS } from '#db/samples/due-back.ts';

/** In how long what is taken out may be due back; the first is what nobody has to choose. */
export const DUE_HOURS = ['12', '2', '4', '8', '24', '48', '72', '168'] as const;
export type DueHours = (typeof DUE_HOURS)[number];

const formatHours = (hours: number): string =>
  hours % 24 === 0 && hours > 24 ? `In ${hours / 24} days` : `In ${hours} hours`;

/** The choices of a check-out, the shortest first. */
export const DUE_OPTIONS = [...DUE_HOURS]
  .sort((a, b) => Number(a) - Number(b))
  .map((value) => ({ value, label: formatHours(Number(value)) }));

/** The argument that a choice stands for: nothing where it is the usual time. */
export const dueArg = (hours: DueHours): { dueHours?: number } =>
  Number(hours) === CHECK_OUT_HOURS ? {} : { dueHours: Number(hours) };
