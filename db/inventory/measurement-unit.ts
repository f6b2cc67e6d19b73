import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, decimal, requiredText } from '#db/values/field-types.ts';

/** The quantity that a measurement unit measures (domain 3). */
const UNIT_TYPES = [
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
const UnitType = z.enum(UNIT_TYPES);
type UnitType = z.infer<typeof UnitType>;

/**
 * The label of a unit type, and the symbol of its base unit.
 * @public
 */
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

/** A unit in which fields and stock are measured; `factorToBase` converts to the base unit of its type. */
export const measurementUnit = defineEntity({
  name: 'MeasurementUnit',
  table: 'measurement_unit',
  schema: z.object({
    ...tenantFields,
    name: requiredText,
    symbol: requiredText.max(20),
    unitType: UnitType,
    factorToBase: decimal,
    isBase: bool,
  }),
  indexes: ['symbol'],
  replica: { own: { collection: 'inventory-items' } },
});
export type MeasurementUnit = Row<typeof measurementUnit>;
