import { z } from 'zod';

/** How a package must be kept. */
export const SHIPMENT_TEMPERATURES = ['AMBIENT', 'REFRIGERATED', 'FROZEN', 'DRY_ICE'] as const;
export const ShipmentTemperature = z.enum(SHIPMENT_TEMPERATURES);
export type ShipmentTemperature = z.infer<typeof ShipmentTemperature>;

/** How each is worded on the screens. */
export const SHIPMENT_TEMPERATURE: Record<ShipmentTemperature, string> = {
  AMBIENT: 'Ambient',
  REFRIGERATED: 'Refrigerated',
  FROZEN: 'Frozen',
  DRY_ICE: 'Dry ice',
};
