import { batch } from '#db/batches/batch.ts';
import { acceptedRepeats } from '#db/ordering/orders/accepted-repeats.ts';
import type { Order } from '#db/ordering/orders/order.ts';
import type { OrderClassification } from '#db/ordering/orders/order-terms.ts';
import type { FailedSampleReason } from '#db/samples/failing/failed-sample-reason.ts';
import { sample } from '#db/samples/sample.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import type { Transaction } from '#db/transaction.ts';

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
type Billability = 'BILLABLE' | 'EXPECTED' | 'NOT_BILLABLE';

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

/** A specimen and whether it is charged as far as is known now. */
export interface JudgedSpecimen extends Specimen {
  billability: Billability;
}

/** Return the specimens with material in a batch that was started. */
async function startedOf(tx: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const samples = await tx.find(sample, { specimenId: ids });
  const batchIds = [...new Set(samples.flatMap(({ batchId }) => batchId ?? []))].sort();
  const batches = batchIds.length === 0 ? [] : await tx.find(batch, { id: batchIds });
  const started = new Set(batches.filter(({ startedAt }) => startedAt !== null).map(({ id }) => id));
  return new Set(
    samples.flatMap(({ batchId, specimenId }) =>
      batchId !== null && specimenId !== null && started.has(batchId) ? [specimenId] : [],
    ),
  );
}

/**
 * Return the specimens of an order in row order, each judged by domain 8.4. A rework is judged like another
 * order until it is issued: until then its own adjustment shows what is not charged.
 */
export async function judgedSpecimens(
  tx: Transaction,
  row: Pick<Order, 'id'>,
  orderClassification: OrderClassification,
): Promise<JudgedSpecimen[]> {
  const rows = await tx.find(specimen, { orderId: row.id });
  // Only for specimens canceled after receipt does it matter whether work on them had begun.
  const canceledAfterReceipt = rows.filter(
    ({ status, receivedAt }) => status === 'CANCELED' && receivedAt !== null,
  );
  const started = await startedOf(
    tx,
    canceledAfterReceipt.map(({ id }) => id),
  );
  const repeats = rows.some(({ status }) => status === 'RESET')
    ? await acceptedRepeats(tx, row.id)
    : new Map<string, string>();
  return rows
    .sort((one, other) => one.orderRow - other.orderRow || (one.id < other.id ? -1 : 1))
    .map((one) => ({
      ...one,
      billability: billabilityOf({
        ...one,
        orderClassification,
        batchStarted: started.has(one.id),
        repeated: repeats.has(one.id),
      }),
    }));
}
