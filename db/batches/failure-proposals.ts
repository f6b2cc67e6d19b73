import { z } from 'zod';
import type { Row } from '#db/entity.ts';
import { event } from '#db/records/event.ts';
import { FailedSampleReason } from '#db/samples/failed-sample-reason.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Batch, batch } from './batch.ts';

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
