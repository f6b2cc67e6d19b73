import { z } from 'zod';
import { type Batch, batch } from '#db/batches/batch.ts';
import type { Row } from '#db/entity.ts';
import { event } from '#db/records/events/event.ts';
import { FAILED_SAMPLE_REASON, FailedSampleReason } from '#db/samples/failing/failed-sample-reason.ts';
import type { Transaction } from '#db/transaction.ts';

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

type LoggedEvent = Row<typeof event>;

const Proposed = z.object({
  proposed: z.literal('FAILED_QC'),
  reason: FailedSampleReason,
  notes: z.string().nullable(),
  by: z.string(),
  suspectLotIds: z.array(z.string()),
  suspectEquipmentIds: z.array(z.string()),
});
const Declined = z.object({ declined: z.array(z.string()) });

/** The event that records a proposal to fail a batch on QC. */
export type ProposalData = z.infer<typeof Proposed>;

/** A proposal from the bench to fail a whole batch on QC; a lab manager or director decides (domain 4.4). */
export interface BatchFailureProposal extends Omit<ProposalData, 'proposed'> {
  id: string;
  userId: string | null;
  occurredAt: string;
}

/** Return the proposals in a batch's history that nobody has declined, the earliest first. */
export function proposalsIn(history: readonly LoggedEvent[]): BatchFailureProposal[] {
  const declined = new Set(history.flatMap(({ data }) => Declined.safeParse(data).data?.declined ?? []));
  return history
    .flatMap(({ id, userId, occurredAt, data }) => {
      const proposed = Proposed.safeParse(data).data;
      return proposed && !declined.has(id) ? [{ ...proposed, id, userId, occurredAt }] : [];
    })
    .sort((a, b) => (`${a.occurredAt} ${a.id}` < `${b.occurredAt} ${b.id}` ? -1 : 1));
}

/** Return the proposals that wait for a decision about a batch; none once it is decided or completed. */
export const openProposals = async (tx: Transaction, row: Batch): Promise<BatchFailureProposal[]> =>
  row.status === 'IN_PROGRESS' ? proposalsIn(await tx.find(event, { targetId: row.id })) : [];

/** Return the batches in progress with a proposal to fail, each with its first proposal. */
export async function proposedBatches(
  tx: Transaction,
): Promise<{ batch: Batch; proposal: BatchFailureProposal }[]> {
  const running = await tx.find(batch, { status: 'IN_PROGRESS' });
  const openBatchProposals: { batch: Batch; proposal: BatchFailureProposal }[] = [];
  for (const row of running) {
    const [proposal] = await openProposals(tx, row);
    if (proposal) openBatchProposals.push({ batch: row, proposal });
  }
  return openBatchProposals;
}
