import type { Capability } from '#db/access/capabilities.ts';
import { refuse } from '#db/errors/app-error.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import type { Batch, BatchStatus } from './batch.ts';

/** Names the capability that approves a completed batch: of clinical work a director only (domain 4.4). */
export const batchApproval = (clinical: boolean): Capability =>
  clinical ? 'approveClinicalBatches' : 'approveResearchBatches';

/** Where a completed batch stands with its director. */
export type ApprovalState = 'WAITING' | 'RETURNED' | 'APPROVED';

/** Return where a completed batch stands with its director. */
export const approvalState = ({ directorApproved }: Pick<Batch, 'directorApproved'>): ApprovalState =>
  directorApproved === null ? 'WAITING' : directorApproved ? 'APPROVED' : 'RETURNED';

/** Check whether a director returned this batch, and nobody has requested its approval since. */
export const isReturned = (row: Pick<Batch, 'status' | 'directorApproved'>): boolean =>
  row.status === 'COMPLETED' && approvalState(row) === 'RETURNED';

/**
 * Check whether sections of a batch may be worked on: it is in progress, or its director returned it and a
 * section may be reopened (domain-lab 14).
 */
export const allowsSectionWork = (row: Pick<Batch, 'status' | 'directorApproved'>): boolean =>
  row.status === 'IN_PROGRESS' || isReturned(row);

/** Check whether values of a batch may be recorded: the first one starts it. */
export const acceptsValues = (row: Pick<Batch, 'status' | 'directorApproved'>): boolean =>
  row.status === 'NOT_STARTED' || allowsSectionWork(row);

/** The statuses of batches that may have a section to work on (`acceptsValues`). */
export const SECTION_WORK_STATUSES = [
  'NOT_STARTED',
  'IN_PROGRESS',
  'COMPLETED',
] as const satisfies readonly BatchStatus[];

/** Refuse work on a section of a batch that is neither in progress nor returned. */
export function assertSectionWork(row: Batch): void {
  if (allowsSectionWork(row)) return;
  throw refuse('BATCH_CLOSED', `Batch ${row.julianId} is not in progress.`);
}

/** The fields of a batch about which no director decides any more: it was reset, or failed as a whole. */
export const WITHOUT_APPROVAL = {
  directorApproved: null,
  directorReturnReason: null,
  directorReturnAnswer: null,
} as const satisfies Partial<Batch>;

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
