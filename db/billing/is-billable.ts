import type { OrderClassification } from '#db/ordering/order-classification.ts';
import type { FailedSampleReason } from '#db/samples/failed-sample-reason.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';

/** Reasons that are the lab's fault: the customer does not pay for them. */
export const LAB_FAULT_REASONS = [
  'EQUIPMENT_MALFUNCTION',
  'INVENTORY_ISSUE',
  'LAB_TECHNICIAN_ERROR',
] as const satisfies readonly FailedSampleReason[];

/** What decides whether a specimen is paid for. */
export interface BillingFacts {
  status: SpecimenStatus;
  orderClassification: OrderClassification;
  /** The lab's own word; false takes it off whatever else holds. */
  billable: boolean;
  failureReason: FailedSampleReason | null;
  completedAt: string | null;
  /** Has any batch with material of it been started? */
  batchStarted: boolean;
  /** Does an accepted rework order repeat it, which costs nothing itself? */
  repeated?: boolean;
}

/** `EXPECTED` is still in work: in a provisional total, not yet on an issued invoice. */
export type Billability = 'BILLABLE' | 'EXPECTED' | 'NOT_BILLABLE';

const isLabFault = (reason: FailedSampleReason | null): boolean =>
  LAB_FAULT_REASONS.some((one) => one === reason);

/** Is a specimen paid for (domain 8.4)? */
export function billabilityOf(facts: BillingFacts): Billability {
  const { status, failureReason, completedAt } = facts;
  const stopped = failureReason !== null && !isLabFault(failureReason) ? 'BILLABLE' : 'NOT_BILLABLE';
  if (!facts.billable || facts.orderClassification === 'REWORK') return 'NOT_BILLABLE';
  switch (status) {
    case 'COMPLETED':
      return 'BILLABLE';
    case 'IN_STORAGE':
      // What was stopped and then stored has no result: its reason still decides.
      return completedAt === null ? stopped : 'BILLABLE';
    case 'FAILED_QC_CANCELED':
      return stopped;
    case 'CANCELED':
      return facts.batchStarted && !isLabFault(failureReason) ? 'BILLABLE' : 'NOT_BILLABLE';
    case 'RESET':
      // Its rework is free: it is charged once, with its own order (domain 8.4, D33).
      return facts.repeated === true ? 'BILLABLE' : 'EXPECTED';
    default:
      return 'EXPECTED';
  }
}

/** Does a specimen count in a provisional total? */
export const isBillable = (facts: BillingFacts): boolean => billabilityOf(facts) !== 'NOT_BILLABLE';
