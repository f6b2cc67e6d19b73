import type { Capability } from '#db/access/capabilities.ts';
import { refuse } from '#db/errors/app-error.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import type { Batch } from './batch.ts';

/** Names the capability that approves a completed batch: of clinical work a director only (domain 4.4). */
export const batchApproval = (clinical: boolean): Capability =>
  clinical ? 'approveClinicalBatches' : 'approveResearchBatches';

/** Where a completed batch stands with its director. */
export type ApprovalState = 'WAITING' | 'RETURNED' | 'APPROVED';

/** Return where a completed batch stands with its director. */
export const approvalState = ({ directorApproved }: Pick<Batch, 'directorApproved'>): ApprovalState =>
  directorApproved === null ? 'WAITING' : directorApproved ? 'APPROVED' : 'RETURNED';

/** Check whether a director reviews a batch: it is completed, and its procedure holds the children. */
export const isReviewed = (
  { status }: Pick<Batch, 'status'>,
  { requiresDirectorApproval }: Pick<Procedure, 'requiresDirectorApproval'>,
): boolean => status === 'COMPLETED' && requiresDirectorApproval;

/** Refuse a decision about a batch that no director reviews. */
export function assertReviewed(row: Batch, method: Procedure): void {
  if (row.status !== 'COMPLETED') throw refuse('NOT_COMPLETE', `Batch ${row.julianId} is not completed.`);
  if (!isReviewed(row, method))
    throw refuse('NO_APPROVAL', `${method.name} needs no approval by a director.`);
}
