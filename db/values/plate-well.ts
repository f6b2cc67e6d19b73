import { z } from 'zod';
import { MESSAGES } from '../errors/messages.ts';

export const PLATE_ROWS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const;
export const PLATE_COLUMNS = 12;

/** The 96 well names in column-major order: A1, B1 … H1, A2 … H12. */
export const WELL_NAMES: readonly string[] = Array.from({ length: PLATE_COLUMNS }, (_, column) =>
  PLATE_ROWS.map((row) => `${row}${column + 1}`),
).flat();

const POSITIONS = new Map(WELL_NAMES.map((name, index) => [name, index + 1]));

/** One of the 96 well names; anything else is an "Invalid plate location". */
export const WellName = z.string().refine((value) => POSITIONS.has(value), MESSAGES.invalidPlateLocation);

/** Check whether the text is one of the 96 well names, exactly as the specification spells them. */
export const isWellName = (value: string): boolean => POSITIONS.has(value);

/** Return the position 1..96 of a well in column-major order, or undefined for anything but a well name. */
export const wellPosition = (name: string): number | undefined => POSITIONS.get(name);

/** Return the well at position 1..96, or undefined outside the plate. */
export const wellAt = (position: number): string | undefined => WELL_NAMES[position - 1];

/** Compare well names in plate order; other texts come last. */
export const compareWells = (a: string, b: string): number =>
  (wellPosition(a) ?? Number.MAX_SAFE_INTEGER) - (wellPosition(b) ?? Number.MAX_SAFE_INTEGER);
