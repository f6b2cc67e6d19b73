import { z } from 'zod';

/** The direction of a package. */
export const SHIPMENT_DIRECTIONS = ['INBOUND', 'KIT_OUT', 'RETURN'] as const;
export const ShipmentDirection = z.enum(SHIPMENT_DIRECTIONS);
export type ShipmentDirection = z.infer<typeof ShipmentDirection>;
