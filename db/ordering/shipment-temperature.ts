import { z } from 'zod';

/** The storage temperature of a package. */
export const SHIPMENT_TEMPERATURES = ['AMBIENT', 'REFRIGERATED', 'FROZEN', 'DRY_ICE'] as const;
export const ShipmentTemperature = z.enum(SHIPMENT_TEMPERATURES);
export type ShipmentTemperature = z.infer<typeof ShipmentTemperature>;

/** The label of each on screens. */
export const SHIPMENT_TEMPERATURE: Record<ShipmentTemperature, string> = {
  AMBIENT: 'Ambient',
  REFRIGERATED: 'Refrigerated',
  FROZEN: 'Frozen',
  DRY_ICE: 'Dry ice',
};
