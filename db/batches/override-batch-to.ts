import type { Capability } from '#db/access/capabilities.ts';
import { BATCH_STATUS_DISPLAY, type BatchStatus } from './batch-status.ts';

/** The statuses between which a batch may be forced; an ended batch stays ended. */
export const BATCH_OVERRIDE_TO = [
  'NOT_STARTED',
  'IN_PROGRESS',
  'FAILED',
  'FAILED_QC',
] as const satisfies readonly BatchStatus[];
export type BatchOverrideTo = (typeof BATCH_OVERRIDE_TO)[number];

/** Return the statuses to which a batch of a status may be forced. */
export const batchOverridesFrom = (status: BatchStatus): readonly BatchOverrideTo[] =>
  BATCH_OVERRIDE_TO.some((one) => one === status) ? BATCH_OVERRIDE_TO.filter((to) => to !== status) : [];

/** Return whether a status means that the batch failed; then its samples need a reason. */
export const isFailed = (status: BatchStatus): boolean => status === 'FAILED' || status === 'FAILED_QC';

/** Who may force a batch: the lab manager, and the director of its kind of work (domain-lab 12). */
export const batchOverrideCapability = (clinical: boolean): Capability =>
  clinical ? 'overrideClinicalBatches' : 'overrideResearchBatches';

/** Return the text when a batch with signed sections should be reset to unstarted. */
export const signedProblem = (julianId: string): string =>
  `Batch ${julianId} has signed sections; it cannot go back to ${BATCH_STATUS_DISPLAY.NOT_STARTED.label}.`;
