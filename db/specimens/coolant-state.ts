import { z } from 'zod';

/** What was left of the coolant. */
export const COOLANT_STATES = ['FROZEN', 'MELTED', 'NONE'] as const;
export const CoolantState = z.enum(COOLANT_STATES);
export type CoolantState = z.infer<typeof CoolantState>;

/** How each is worded on the screens. */
export const COOLANT_STATE: Record<CoolantState, string> = {
  FROZEN: 'Frozen',
  MELTED: 'Melted',
  NONE: 'No coolant',
};
