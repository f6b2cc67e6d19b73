import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, decimal, int, ref, requiredText, text } from '#db/values/field-types.ts';
import { TimeInterval } from './time-interval.ts';

/** The use of an inventory type. */
const INVENTORY_CATEGORIES = [
  'REAGENT',
  'KIT',
  'FLOW_CELL',
  'CONSUMABLE',
  'CONTROL',
  'PRIMER',
  'OTHER',
] as const;
const InventoryCategory = z.enum(INVENTORY_CATEGORIES);
type InventoryCategory = z.infer<typeof InventoryCategory>;

/**
 * The label of each category.
 * @public
 */
export const INVENTORY_CATEGORY: Record<InventoryCategory, { label: string }> = {
  REAGENT: { label: 'Reagent' },
  KIT: { label: 'Kit' },
  FLOW_CELL: { label: 'Flow cell' },
  CONSUMABLE: { label: 'Consumable' },
  CONTROL: { label: 'Control' },
  PRIMER: { label: 'Primer' },
  OTHER: { label: 'Other' },
};

/** A kind of reagent, kit, flow cell or consumable that the lab keeps. */
export const inventoryType = defineEntity({
  name: 'InventoryType',
  table: 'inventory_type',
  schema: z.object({
    ...tenantFields,
    name: requiredText,
    category: InventoryCategory,
    vendor: text.nullable(),
    catalogNumber: requiredText,
    measurementUnitId: ref,
    unitsPerItem: decimal,
    reorderPoint: decimal.nullable(),
    storageTemperature: decimal.nullable(),
    shelfLifeAfterOpening: int.min(1).nullable(),
    shelfLifeInterval: TimeInterval.nullable(),
    requiresQc: bool,
    hazard: text.nullable(),
  }),
  list: {
    sort: ['name', 'category', 'vendor'],
    filter: ['category', 'requiresQc'],
    search: ['name', 'catalogNumber', 'vendor'],
  },
  indexes: ['category', 'measurementUnitId'],
  replica: { own: { collection: 'inventory-items' } },
});
export type InventoryType = Row<typeof inventoryType>;
