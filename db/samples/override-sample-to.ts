import type { SampleStatus } from './sample-status.ts';

/**
 * Statuses between which a sample may be forced: ended samples stay ended, and before receipt the specimen
 * decides.
 */
export const SAMPLE_OVERRIDE_TO = [
  'RECEIVED',
  'SUPPLEMENTAL',
  'RECEIVED_ON_HOLD',
  'RECEIVED_AWAITING_INFO',
  'RECEIVED_QUARANTINED',
  'RECEIVED_AWAITING_OPTIMAL_BATCH',
  'ACTION_REQUIRED',
  'IN_QUEUE',
  'BATCH_ASSIGNED',
  'IN_PROGRESS',
  'FAILED_QC',
  'COMPLETED',
] as const satisfies readonly SampleStatus[];
export type SampleOverrideTo = (typeof SAMPLE_OVERRIDE_TO)[number];

/** List the statuses to which a sample of this status may be forced. */
export const sampleOverridesFrom = (status: SampleStatus): readonly SampleOverrideTo[] =>
  SAMPLE_OVERRIDE_TO.some((one) => one === status) ? SAMPLE_OVERRIDE_TO.filter((to) => to !== status) : [];

/** The statuses that a sample has only in a batch. */
const IN_BATCH = ['BATCH_ASSIGNED', 'IN_PROGRESS', 'COMPLETED'] as const satisfies readonly SampleStatus[];

/** Check whether a sample has this status only in a batch. */
export const isInBatch = (status: SampleStatus): boolean => IN_BATCH.some((one) => one === status);
