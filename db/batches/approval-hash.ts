import type { OperationContext } from '#db/operation.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { loadSectionRun, valuesOf } from '#db/protocols/sections/section-run.ts';
import { sectionContentHash } from '#db/protocols/signing/section-content.ts';
import type { Transaction } from '#db/transaction.ts';
import { canonicalJson, sha256 } from '#db/values/canonical-json.ts';
import type { Batch } from './batch.ts';

/**
 * Compute the hash that a director signs: the batch and every value of its sections. Times are left out
 * because the server corrects those of a device's clock; samples are left out because they leave a device
 * before their batch.
 */
export async function approvalHash(
  tx: Transaction,
  context: Pick<OperationContext, 'actor'>,
  row: Batch,
): Promise<string> {
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
