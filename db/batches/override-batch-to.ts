import type { Capability } from '#db/access/capabilities.ts';
import { BATCH_STATUS_DISPLAY, type BatchStatus } from './batch-status.ts';

/** The statuses between which a batch may be forced; what has ended stays ended. */
export const BATCH_OVERRIDE_TO = [
  'NOT_STARTED',
  'IN_PROGRESS',
  'FAILED',
  'FAILED_QC',
] as const satisfies readonly BatchStatus[];
export type BatchOverrideTo = (typeof BATCH_OVERRIDE_TO)[number];

/** Where a batch of this status may be forced to. */
export const batchOverridesFrom = (status: BatchStatus): readonly BatchOverrideTo[] =>
  BATCH_OVERRIDE_TO.some((one) => one === status) ? BATCH_OVERRIDE_TO.filter((to) => to !== status) : [];

/** Reports whether a status says that the batch failed; then its samples need a reason. */
export const isFailed = (status: BatchStatus): boolean => status === 'FAILED' || status === 'FAILED_QC';

/** Who may force a batch: the lab manager, and the director of its kind of work (domain-lab 12). */
export const batchOverrideCapability = (clinical: boolean): Capability =>
  clinical ? 'overrideClinicalBatches' : 'overrideResearchBatches';

/** The text when a batch whose sections are signed should be as if it had never started. */
export const signedProblem = (julianId: string): string =>
  `Batch ${julianId} has signed sections; it cannot go back to ${BATCH_STATUS_DISPLAY.NOT_STARTED.label}.`;
