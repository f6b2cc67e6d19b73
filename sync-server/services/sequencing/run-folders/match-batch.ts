import type { ClientBase } from 'pg';
import { type BatchResult, batchResult } from '#db/sequencing/runs/batch-result.ts';
import type { ImportedRun } from '#db/sequencing/runs/imported-run.ts';
import type { Transaction } from '#db/transaction.ts';

const BY_NUMBER = `
  SELECT id FROM batch WHERE lab = $1 AND julian_id = $2 AND type = 'SEQUENCING' AND NOT deleted
     AND status IN ('IN_PROGRESS', 'COMPLETED')`;
// The bench recorded which batch was loaded on the flow cell; a wash ended that use.
const BY_LOADING = `
  SELECT DISTINCT b.id FROM flow_cell_use u JOIN flow_cell c ON c.id = u.cell_id JOIN batch b ON b.id = u.batch_id
   WHERE c.lab = $1 AND c.flow_cell_id = $2 AND u.ended_at IS NULL AND NOT u.deleted AND NOT b.deleted
     AND b.status IN ('IN_PROGRESS', 'COMPLETED')`;
// A flow cell that was washed may serve another batch: only the batch that is at work counts.
const BY_FLOW_CELL = `
  SELECT DISTINCT b.id FROM batch_result r JOIN batch b ON b.id = r.batch_id
   WHERE r.lab = $1 AND r.flow_cell_id = $2 AND NOT r.deleted AND NOT b.deleted AND b.status = 'IN_PROGRESS'`;

/** What is known about a run before it is imported. */
interface BatchMatch {
  known: BatchResult | undefined;
  /** Null when a person has to choose. */
  batchId: string | null;
}

/** Find the batch of a run: the one that has it, the one with the number of its experiment, that loaded its flow cell, or that of an earlier run. */
export async function matchBatch(
  tx: Transaction,
  client: Pick<ClientBase, 'query'>,
  lab: string,
  run: Pick<ImportedRun, 'minknowRunId' | 'experimentId' | 'flowCellId'>,
): Promise<BatchMatch> {
  const [known] = await tx.find(batchResult, { minknowRunId: run.minknowRunId, deleted: false });
  if (known) return { known, batchId: known.batchId };
  for (const [text, value] of [
    [BY_NUMBER, run.experimentId],
    [BY_LOADING, run.flowCellId],
    [BY_FLOW_CELL, run.flowCellId],
  ] as const) {
    if (value === null) continue;
    const { rows } = await client.query<{ id: string }>(text, [lab, value]);
    const [only, another] = rows;
    if (only && !another) return { known, batchId: only.id };
  }
  return { known, batchId: null };
}

/** Check whether a run was imported from exactly these files. */
export function isSameImport(known: BatchResult | undefined, run: Pick<ImportedRun, 'files'>): boolean {
  const hashes = new Set(run.files.map(({ sha256 }) => sha256));
  const before = new Set(known?.importedFrom.map(({ sha256 }) => sha256));
  return hashes.size === before.size && [...hashes].every((hash) => before.has(hash));
}
