import type { SpecimenStatus } from './specimen-status.ts';

/** Statuses before any material of the specimen has arrived. */
const UNRECEIVED = ['ORDERED', 'SHIPPED', 'DELIVERED'] as const satisfies readonly SpecimenStatus[];

/** Statuses in which its material is in the queue, or is to be fetched. */
const WAITING = ['RECEIVED', 'SUPPLEMENTAL'] as const satisfies readonly SpecimenStatus[];

/** Statuses in which it is set aside with its material. */
const SET_ASIDE_STATUSES = [
  'RECEIVED_ON_HOLD',
  'RECEIVED_AWAITING_INFO',
  'RECEIVED_QUARANTINED',
  'RECEIVED_AWAITING_OPTIMAL_BATCH',
  'ACTION_REQUIRED',
] as const satisfies readonly SpecimenStatus[];

/** Check whether no material of a specimen has arrived in this status. */
export const isUnreceived = (status: SpecimenStatus): boolean => UNRECEIVED.some((one) => one === status);
export const isWaiting = (status: SpecimenStatus): boolean => WAITING.some((one) => one === status);
export const isAside = (status: SpecimenStatus): boolean => SET_ASIDE_STATUSES.some((one) => one === status);

/**
 * Statuses between which a specimen may be forced: drafts belong to their order, and ended specimens stay
 * ended.
 */
export const SPECIMEN_OVERRIDE_TO = [
  ...UNRECEIVED,
  ...WAITING,
  ...SET_ASIDE_STATUSES,
  'BATCH_ASSIGNED',
  'IN_PROGRESS',
  'FAILED_QC',
  'RESET',
] as const satisfies readonly SpecimenStatus[];
export type SpecimenOverrideTo = (typeof SPECIMEN_OVERRIDE_TO)[number];

/** List the statuses to which a specimen of this status may be forced. */
export const specimenOverridesFrom = (status: SpecimenStatus): readonly SpecimenOverrideTo[] =>
  SPECIMEN_OVERRIDE_TO.some((one) => one === status)
    ? SPECIMEN_OVERRIDE_TO.filter((to) => to !== status)
    : [];
