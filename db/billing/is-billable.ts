import type { OrderClassification } from '#db/ordering/order-classification.ts';
import type { FailedSampleReason } from '#db/samples/failed-sample-reason.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';

/** Reasons that are the lab's fault: the customer does not pay for these specimens. */
export const LAB_FAULT_REASONS = [
  'EQUIPMENT_MALFUNCTION',
  'INVENTORY_ISSUE',
  'LAB_TECHNICIAN_ERROR',
] as const satisfies readonly FailedSampleReason[];

/** The facts that decide whether a specimen is charged. */
export interface BillingFacts {
  status: SpecimenStatus;
  orderClassification: OrderClassification;
  /** The lab's explicit decision; false excludes the specimen in every case. */
  billable: boolean;
  failureReason: FailedSampleReason | null;
  completedAt: string | null;
  /** Whether any batch with its material was started. */
  batchStarted: boolean;
  /** Whether an accepted rework order repeats it; the rework itself is free. */
  repeated?: boolean;
}

/** `EXPECTED` is still in work: included in a provisional total, not yet in an issued invoice. */
export type Billability = 'BILLABLE' | 'EXPECTED' | 'NOT_BILLABLE';

const isLabFault = (reason: FailedSampleReason | null): boolean =>
  LAB_FAULT_REASONS.some((one) => one === reason);

/** Return whether a specimen is charged (domain 8.4). */
export function billabilityOf(facts: BillingFacts): Billability {
  const { status, failureReason, completedAt } = facts;
  const stopped = failureReason !== null && !isLabFault(failureReason) ? 'BILLABLE' : 'NOT_BILLABLE';
  if (!facts.billable || facts.orderClassification === 'REWORK') return 'NOT_BILLABLE';
  switch (status) {
    case 'COMPLETED':
      return 'BILLABLE';
    case 'IN_STORAGE':
      // A specimen that was stopped and then stored has no result: its reason still decides.
      return completedAt === null ? stopped : 'BILLABLE';
    case 'FAILED_QC_CANCELED':
      return stopped;
    case 'CANCELED':
      return facts.batchStarted && !isLabFault(failureReason) ? 'BILLABLE' : 'NOT_BILLABLE';
    case 'RESET':
      // Its rework is free: the specimen is charged once, with its own order (domain 8.4, D33).
      return facts.repeated === true ? 'BILLABLE' : 'EXPECTED';
    default:
      return 'EXPECTED';
  }
}

/** Return whether a specimen counts in a provisional total. */
export const isBillable = (facts: BillingFacts): boolean => billabilityOf(facts) !== 'NOT_BILLABLE';
