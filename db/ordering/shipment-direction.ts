import { z } from 'zod';

/** Which way a package goes. */
export const SHIPMENT_DIRECTIONS = ['INBOUND', 'KIT_OUT', 'RETURN'] as const;
export const ShipmentDirection = z.enum(SHIPMENT_DIRECTIONS);
export type ShipmentDirection = z.infer<typeof ShipmentDirection>;
