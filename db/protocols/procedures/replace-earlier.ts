import { batch } from '#db/batches/batch.ts';
import type { OperationContext } from '#db/operation.ts';
import { type Flow, flow, PROCEDURE_ID_FIELD } from '#db/protocols/flow.ts';
import { replaceProcedureInFlow } from '#db/protocols/flows/replace-flow.ts';
import { assertProcedureTransition, type Procedure, procedure } from '#db/protocols/procedure.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';

/** List the approved flows that use a version. */
export async function approvedFlowsOf(tx: Transaction, { id, batchType }: Procedure): Promise<Flow[]> {
  const flows = await tx.find(flow, { status: 'APPROVED' });
  return flows.filter((row) => row[PROCEDURE_ID_FIELD[batchType]] === id);
}

/** Archive a version that no approved flow and no batch that has not started uses; running batches keep it. */
async function archiveUnused(tx: Transaction, context: OperationContext, row: Procedure): Promise<void> {
  if ((await approvedFlowsOf(tx, row)).length > 0) return;
  const waiting = await tx.find(batch, { procedureId: row.id, status: 'NOT_STARTED' });
  if (waiting.length > 0) return;
  await setArchived(tx, context, row, null);
}

/** Archive a version, with an event. */
export async function setArchived(
  tx: Transaction,
  context: OperationContext,
  row: Procedure,
  reason: string | null,
): Promise<void> {
  assertProcedureTransition(row.status, 'ARCHIVED');
  await tx.patch(procedure, row.id, { status: 'ARCHIVED' });
  await recordEvent(tx, context, {
    type: 'PROCEDURE_STATUS_CHANGED',
    targetType: 'Procedure',
    targetId: row.id,
    data: { from: row.status, to: 'ARCHIVED', ...(reason === null ? {} : { reason }) },
  });
}

/**
 * Let an approved version take the place of the earlier ones: the chosen flows use it from now on, and an
 * earlier version that nothing uses any more is archived. Queued specimens follow their flow when the director
 * ticked it.
 */
export async function replaceEarlierVersions(
  tx: Transaction,
  context: OperationContext,
  next: Procedure,
  takesQueuedSpecimens: boolean,
): Promise<void> {
  const versions = await tx.find(procedure, { code: next.code, status: ['APPROVED', 'RESEARCH'] });
  const earlier = versions.filter(({ procedureVersion }) => procedureVersion < next.procedureVersion);
  const flowIds = new Set(next.updateFlowIds);
  for (const version of earlier)
    for (const row of await approvedFlowsOf(tx, version))
      if (flowIds.has(row.id)) await replaceProcedureInFlow(tx, context, row, next, takesQueuedSpecimens);
  for (const version of earlier) await archiveUnused(tx, context, version);
}
