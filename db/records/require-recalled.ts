import { refuse } from '#db/errors/app-error.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import type { FileTargetType } from './file-target-type.ts';

/** List the released specimens whose customers would see a new file of this record at once. */
async function releasedOf(
  tx: Transaction,
  { targetType, targetId }: { targetType: FileTargetType; targetId: string },
): Promise<Specimen[]> {
  if (targetType === 'Specimen') {
    const row = await tx.get(specimen, targetId);
    return row && row.resultsReleasedAt !== null ? [row] : [];
  }
  if (targetType !== 'Order') return [];
  const rows = (await tx.find(specimen, { orderId: targetId })).filter(
    ({ status }) => status !== 'CANCELED' && status !== 'FAILED_QC_CANCELED',
  );
  return rows.every(({ resultsReleasedAt }) => resultsReleasedAt !== null) ? rows : [];
}

/**
 * Refuse a clinical report while results are released. A report needs approval before anybody gets it (domain
 * 6.6), so the results are recalled first and the corrected report waits for its approval and release.
 */
export async function requireRecalled(
  tx: Transaction,
  target: { targetType: FileTargetType; targetId: string },
): Promise<void> {
  const [released] = await releasedOf(tx, target);
  if (!released || (await tx.get(protocol, released.protocolId))?.clinical !== true) return;
  throw refuse(
    'RESULTS_RELEASED',
    'The results are released. Recall them for a corrected report first; then it can be attached, approved and released.',
  );
}
