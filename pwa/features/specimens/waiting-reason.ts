import type { Order } from '#db/ordering/orders/order.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { Discrepancy } from '#db/specimens/discrepancies/discrepancy.ts';
import { unfinishedWork } from '#db/specimens/results/finished-work.ts';
import { areResultsDue } from '#db/specimens/results/results-state.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';

const WAITING_TEXT: Partial<Record<SpecimenStatus, string>> = {
  DRAFT: 'The customer has not submitted the order.',
  PENDING_APPROVAL: 'Order awaiting approval.',
  ORDERED: 'The customer has not sent it yet.',
  SHIPPED: 'In transit to the lab.',
  DELIVERED: 'Delivered, not received yet.',
  RECEIVED: 'Awaiting a batch.',
  SUPPLEMENTAL: 'Awaiting an aliquot from storage.',
  RECEIVED_AWAITING_OPTIMAL_BATCH: 'Awaiting a full run.',
  BATCH_ASSIGNED: 'In a batch that has not started.',
  IN_PROGRESS: 'In progress.',
  FAILED_QC: 'A lab or project manager decides whether it is repeated or stopped.',
  RESET: 'A lab or project manager restarts it, from the material that is left or a replacement.',
};

/** Data around a specimen: its order and its samples. */
interface WaitingContext {
  order: Pick<Order, 'status' | 'postSequenceOption'> | null;
  samples: readonly Sample[];
  /** The accepted rework order that repeats the specimen. */
  repeatedIn?: string | null;
}

/** Describe the next necessary step in one sentence; null when there is none. */
export function waitingReason(
  specimen: Specimen,
  discrepancies: readonly Discrepancy[],
  { order, samples, repeatedIn = null }: WaitingContext = { order: null, samples: [] },
): string | null {
  const open = discrepancies.filter(({ resolution }) => resolution === 'OPEN').length;
  const decide = open === 1 ? '1 discrepancy needs a decision.' : `${open} discrepancies need a decision.`;
  switch (specimen.status) {
    case 'RECEIVED_QUARANTINED':
      return open > 0 ? decide : (specimen.holdReason ?? 'A manager or director lifts the quarantine.');
    case 'RECEIVED_AWAITING_INFO':
      return specimen.holdReason ?? (open > 0 ? decide : 'Information from the customer is missing.');
    case 'RECEIVED_ON_HOLD':
      return specimen.holdReason ?? 'The order or account is on hold.';
    case 'ACTION_REQUIRED':
      return specimen.actionRequiredText ?? decide;
    case 'IN_PROGRESS':
      return samples.length > 0 && unfinishedWork(samples).length === 0
        ? 'Work done; results not released yet.'
        : (WAITING_TEXT.IN_PROGRESS ?? null);
    case 'RESET':
      return repeatedIn === null
        ? (WAITING_TEXT.RESET ?? null)
        : `The work is repeated in order ${repeatedIn}.`;
    case 'COMPLETED':
    case 'IN_STORAGE':
    case 'FAILED_QC_CANCELED':
      if (areResultsDue(specimen)) return 'Results recalled; corrected report pending.';
      return specimen.status !== 'IN_STORAGE' &&
        order?.status === 'COMPLETED' &&
        order.postSequenceOption === 'STORE'
        ? 'The order is closed. Scan the tube into its storage location.'
        : null;
    default:
      return WAITING_TEXT[specimen.status] ?? null;
  }
}
