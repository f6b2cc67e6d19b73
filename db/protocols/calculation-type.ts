import { z } from 'zod';

/** The ways in which a CALCULATION field gets its value (specification section 3). */
export const CALCULATION_TYPES = [
  'BALANCING',
  'ADDITION',
  'SUBTRACTION',
  'MULTIPLICATION',
  'DIVISION',
] as const;
export const CalculationType = z.enum(CALCULATION_TYPES);
export type CalculationType = z.infer<typeof CalculationType>;

/** The screen text of each type. */
export const CALCULATION_TYPE_LABEL: Record<CalculationType, string> = {
  BALANCING: 'Balancing',
  ADDITION: 'Addition',
  SUBTRACTION: 'Subtraction',
  MULTIPLICATION: 'Multiplication',
  DIVISION: 'Division',
};
