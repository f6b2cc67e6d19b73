import type { Capability } from '#db/access/capabilities.ts';
import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { loadSectionRun, valuesOf } from '#db/protocols/sections/section-run.ts';
import { sectionContentHash } from '#db/protocols/signing/section-content.ts';
import type { Transaction } from '#db/transaction.ts';
import { canonicalJson, sha256 } from '#db/values/canonical-json.ts';
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

/**
 * Compute the hash that a director signs: the batch and every value of its sections. Times are left out
 * because the server corrects those of a device's clock; samples are left out because they leave a device
 * before their batch.
 */
export async function approvalHash(tx: Transaction, context: OperationContext, row: Batch): Promise<string> {
  const sections: Record<string, string> = {};
  for (const { id } of await tx.find(assignedSection, { batchId: row.id })) {
    const run = await loadSectionRun(tx, context, id);
    sections[id] = await sectionContentHash(id, run.running.section, valuesOf(run), run.fields);
  }
  return sha256(
    canonicalJson({
      act: 'approve-batch',
      batchId: row.id,
      julianId: row.julianId,
      procedureId: row.procedureId,
      sections,
    }),
  );
}
