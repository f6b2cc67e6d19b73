import { z } from 'zod';

/** The use of an inventory type. */
export const INVENTORY_CATEGORIES = [
  'REAGENT',
  'KIT',
  'FLOW_CELL',
  'CONSUMABLE',
  'CONTROL',
  'PRIMER',
  'OTHER',
] as const;
export const InventoryCategory = z.enum(INVENTORY_CATEGORIES);
export type InventoryCategory = z.infer<typeof InventoryCategory>;

/** The label of each category. */
export const INVENTORY_CATEGORY: Record<InventoryCategory, { label: string }> = {
  REAGENT: { label: 'Reagent' },
  KIT: { label: 'Kit' },
  FLOW_CELL: { label: 'Flow cell' },
  CONSUMABLE: { label: 'Consumable' },
  CONTROL: { label: 'Control' },
  PRIMER: { label: 'Primer' },
  OTHER: { label: 'Other' },
};
