import { z } from 'zod';

/** The state of the coolant on arrival. */
export const COOLANT_STATES = ['FROZEN', 'MELTED', 'NONE'] as const;
export const CoolantState = z.enum(COOLANT_STATES);
export type CoolantState = z.infer<typeof CoolantState>;

/** The screen text of each state. */
export const COOLANT_STATE: Record<CoolantState, string> = {
  FROZEN: 'Frozen',
  MELTED: 'Melted',
  NONE: 'No coolant',
};
