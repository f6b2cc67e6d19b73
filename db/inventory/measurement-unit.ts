import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, decimal, requiredText } from '#db/values/field-types.ts';
import { UnitType } from './unit-type.ts';

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
  create: ['name', 'symbol', 'unitType', 'factorToBase', 'isBase'],
  update: ['name', 'symbol', 'unitType', 'factorToBase', 'isBase'],
  list: { sort: ['name', 'symbol', 'unitType'], filter: ['unitType', 'isBase'], search: ['name', 'symbol'] },
  indexes: ['symbol'],
  replica: { own: { collection: 'inventory-items' } },
});
export type MeasurementUnit = Row<typeof measurementUnit>;
