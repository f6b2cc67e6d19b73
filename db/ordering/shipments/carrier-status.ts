import { z } from 'zod';
import { pathBetween } from '#db/values/lifecycle.ts';
import { SHIPMENT_LIFECYCLE } from './shipment.ts';
import type { ShipmentStatus } from './shipment-status.ts';

/** The shipment status of each carrier status; null changes nothing. */
export const CARRIER_STATUS = {
  unknown: null,
  pre_transit: 'PRE_TRANSIT',
  in_transit: 'IN_TRANSIT',
  out_for_delivery: 'IN_TRANSIT',
  available_for_pickup: 'IN_TRANSIT',
  delivered: 'RECEIVED',
  return_to_sender: 'RETURNED',
  failure: 'FAILED',
  error: 'FAILED',
  cancelled: 'NOT_STARTED',
} as const satisfies Record<string, ShipmentStatus | null>;

const isKnown = (carrierStatus: string): carrierStatus is keyof typeof CARRIER_STATUS =>
  Object.hasOwn(CARRIER_STATUS, carrierStatus);

/** The progress of a package; a failure and a return are no progress. */
const PROGRESS_RANK: Partial<Record<ShipmentStatus, number>> = {
  NOT_STARTED: 0,
  PRE_TRANSIT: 1,
  IN_TRANSIT: 2,
  RECEIVED: 3,
};

/** The status of a package, and the time of the last carrier event. */
export interface TrackedPackage {
  status: ShipmentStatus;
  lastEventAt: string | null;
}

/**
 * Return whether a carrier status at an instant may change the status of a package. Never backwards, however
 * late or often it arrives.
 */
function mayMove({ status, lastEventAt }: TrackedPackage, to: ShipmentStatus, at: string): boolean {
  if (status === 'RECEIVED' || status === 'RETURNED' || status === to) return false;
  const isLate = lastEventAt !== null && at < lastEventAt;
  const next = PROGRESS_RANK[to];
  // A carrier's cancellation voids a label that no shipment has used.
  if (to === 'NOT_STARTED') return status === 'PRE_TRANSIT' && !isLate;
  if (next === undefined) return !isLate;
  if (status === 'FAILED') return !isLate && next >= 2;
  return next > (PROGRESS_RANK[status] ?? 0);
}

/** Return the listed transitions for a carrier status at `at`; empty when it changes nothing. */
export function carrierSteps(tracked: TrackedPackage, carrierStatus: string, at: string): ShipmentStatus[] {
  const to = isKnown(carrierStatus) ? CARRIER_STATUS[carrierStatus] : null;
  if (to === null || !mayMove(tracked, to, at)) return [];
  const through: ShipmentStatus[] = ['PRE_TRANSIT', 'IN_TRANSIT'];
  return pathBetween(SHIPMENT_LIFECYCLE, tracked.status, to, through) ?? [];
}

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
