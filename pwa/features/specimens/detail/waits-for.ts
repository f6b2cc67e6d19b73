import type { Discrepancy } from '#db/specimens/discrepancy.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';

const WAITS: Partial<Record<SpecimenStatus, string>> = {
  DRAFT: 'The customer has not submitted the order.',
  PENDING_APPROVAL: 'Its order awaits approval.',
  ORDERED: 'The customer has not sent it yet.',
  SHIPPED: 'It is on its way to the lab.',
  DELIVERED: 'It was delivered and waits to be received.',
  RECEIVED: 'It waits for a batch.',
  SUPPLEMENTAL: 'It waits for an aliquot from storage.',
  RECEIVED_AWAITING_OPTIMAL_BATCH: 'It waits until a run is full.',
  BATCH_ASSIGNED: 'Its batch has not started.',
  IN_PROGRESS: 'It is being worked on.',
  FAILED_QC: 'A project manager decides whether it is repeated or stopped.',
  RESET: 'It waits to be queued again.',
};

/** What has to happen next, in one sentence; null when nothing has to. */
export function waitsFor(specimen: Specimen, discrepancies: readonly Discrepancy[]): string | null {
  const open = discrepancies.filter(({ resolution }) => resolution === 'OPEN').length;
  const decide =
    open === 1 ? 'One discrepancy waits for a decision.' : `${open} discrepancies wait for a decision.`;
  switch (specimen.status) {
    case 'RECEIVED_QUARANTINED':
      return open > 0 ? decide : (specimen.holdReason ?? 'A manager or director lifts the quarantine.');
    case 'RECEIVED_AWAITING_INFO':
      return specimen.holdReason ?? (open > 0 ? decide : 'Information from the customer is missing.');
    case 'RECEIVED_ON_HOLD':
      return specimen.holdReason ?? 'Its order or account is on hold.';
    case 'ACTION_REQUIRED':
      return specimen.actionRequiredText ?? decide;
    default:
      return WAITS[specimen.status] ?? null;
  }
}
