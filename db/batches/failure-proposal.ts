import { FAILED_SAMPLE_REASON, type FailedSampleReason } from '#db/samples/failed-sample-reason.ts';

/** The proposal of the lab after a failure (domain 5.9). */
export type FailureProposal = 'REQUEUE' | 'REQUEUE_ONCE' | 'CUSTOMER_DECISION';

/** The default proposal for each reason, whether a note is needed, and whether a repeat is charged. */
export const FAILURE_PROPOSAL: Record<
  FailedSampleReason,
  { proposal: FailureProposal; notesRequired: boolean; repeatCharged: boolean }
> = {
  EQUIPMENT_MALFUNCTION: { proposal: 'REQUEUE', notesRequired: false, repeatCharged: false },
  INVENTORY_ISSUE: { proposal: 'REQUEUE', notesRequired: false, repeatCharged: false },
  LAB_TECHNICIAN_ERROR: { proposal: 'REQUEUE', notesRequired: true, repeatCharged: false },
  INSUFFICENT_RESULTS: { proposal: 'REQUEUE_ONCE', notesRequired: false, repeatCharged: true },
  BAD_SAMPLE: { proposal: 'CUSTOMER_DECISION', notesRequired: true, repeatCharged: true },
};

/** Return the text for a reason without its required note. */
export function notesProblem(reason: FailedSampleReason, notes: string | null): string | null {
  const missing = FAILURE_PROPOSAL[reason].notesRequired && (notes ?? '').trim() === '';
  return missing ? `Notes are required for ${FAILED_SAMPLE_REASON[reason]}.` : null;
}
