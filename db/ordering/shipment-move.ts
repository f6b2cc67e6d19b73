import { z } from 'zod';
import { CARRIER_STATUS } from './carrier-status.ts';

export type CarrierWord = keyof typeof CARRIER_STATUS;
/** The status words of carriers. */
export const CARRIER_WORDS = Object.keys(CARRIER_STATUS) as [CarrierWord, ...CarrierWord[]];

/** The carrier events that Dev Tools can simulate: status, repetition, and whether dated yesterday. */
export const ShipmentMove = z.strictObject({
  status: z.enum(CARRIER_WORDS),
  times: z.number().int().min(1).max(2).default(1),
  late: z.boolean().default(false),
});
export type ShipmentMove = z.infer<typeof ShipmentMove>;
