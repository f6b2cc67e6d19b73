import { z } from 'zod';
import type { StatusDisplay } from '#db/values/tone.ts';

/** The direction of a package. */
export const SHIPMENT_DIRECTIONS = ['INBOUND', 'KIT_OUT', 'RETURN'] as const;
export const ShipmentDirection = z.enum(SHIPMENT_DIRECTIONS);
export type ShipmentDirection = z.infer<typeof ShipmentDirection>;

/** The status of a package (domain 4.6). */
const SHIPMENT_STATUSES = [
  'NOT_STARTED',
  'PRE_TRANSIT',
  'IN_TRANSIT',
  'RECEIVED',
  'RETURNED',
  'FAILED',
] as const;
export const ShipmentStatus = z.enum(SHIPMENT_STATUSES);
export type ShipmentStatus = z.infer<typeof ShipmentStatus>;

/** The label, order and tone of each status. */
export const SHIPMENT_STATUS: Record<ShipmentStatus, StatusDisplay> = {
  NOT_STARTED: { label: 'Not started', rank: 0, tone: 'quiet' },
  PRE_TRANSIT: { label: 'Pre-transit', rank: 1, tone: 'neutral' },
  IN_TRANSIT: { label: 'In transit', rank: 2, tone: 'moving' },
  RECEIVED: { label: 'Received', rank: 3, tone: 'active' },
  RETURNED: { label: 'Returned', rank: 4, tone: 'warning' },
  FAILED: { label: 'Failed', rank: 5, tone: 'bad' },
};
