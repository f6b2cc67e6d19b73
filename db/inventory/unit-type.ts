import { z } from 'zod';

/** The quantity that a measurement unit measures (domain 3). */
export const UNIT_TYPES = [
  'MASS',
  'VOLUME',
  'CONCENTRATION',
  'MOLARITY',
  'AMOUNT',
  'LENGTH',
  'TEMPERATURE',
  'TIME',
  'COUNT',
  'RATIO',
  'PERCENT',
  'SPEED',
  'OTHER',
] as const;
export const UnitType = z.enum(UNIT_TYPES);
export type UnitType = z.infer<typeof UnitType>;

/** The label of a unit type, and the symbol of its base unit. */
export const UNIT_TYPE: Record<UnitType, { label: string; base: string | null }> = {
  MASS: { label: 'Mass', base: 'ng' },
  VOLUME: { label: 'Volume', base: 'µL' },
  CONCENTRATION: { label: 'Concentration', base: 'ng/µL' },
  MOLARITY: { label: 'Molarity', base: 'nM' },
  AMOUNT: { label: 'Amount', base: 'fmol' },
  LENGTH: { label: 'Length', base: 'bp' },
  TEMPERATURE: { label: 'Temperature', base: '°C' },
  TIME: { label: 'Time', base: 'min' },
  COUNT: { label: 'Count', base: 'each' },
  RATIO: { label: 'Ratio', base: null },
  PERCENT: { label: 'Percent', base: '%' },
  SPEED: { label: 'Speed', base: 'rpm' },
  OTHER: { label: 'Other', base: null },
};
