import type { OperationContext } from '#db/operation.ts';
import { type Flow, flow, PROCEDURE_ID_FIELD, protocolFlow } from '#db/protocols/flow.ts';
import { assertProcedureTransition, type Procedure } from '#db/protocols/procedure.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { settingsOf } from './flow-content.ts';
import { openVersionOf } from './open-flow.ts';
import { takeSpecimens, versionsReplacedBy } from './take-specimens.ts';

/** Archive a version, with an event that says why. */
export async function setFlowArchived(
  tx: Transaction,
  context: OperationContext,
  row: Flow,
  because: { reason: string } | { supersededById: string },
): Promise<void> {
  assertProcedureTransition(row.status, 'ARCHIVED');
  await tx.patch(flow, row.id, { status: 'ARCHIVED' });
  await recordEvent(tx, context, {
    type: 'FLOW_STATUS_CHANGED',
    targetType: 'Flow',
    targetId: row.id,
    data: { from: row.status, to: 'ARCHIVED', ...because },
  });
}

/** Let the protocols of a version use another one, and archive the first. */
async function supersede(
  tx: Transaction,
  context: OperationContext,
  row: Flow,
  nextId: string,
): Promise<void> {
  for (const { id } of await tx.find(protocolFlow, { flowId: row.id }))
    await tx.patch(protocolFlow, id, { flowId: nextId });
  await setFlowArchived(tx, context, row, { supersededById: nextId });
}

/**
 * Let an approved version take the place of those in use: its protocols use it from now on. A version that was
 * approved for a day replaces also newer numbers that a procedure's update made meanwhile. Specimens keep their
 * version, unless the approver took those that have not begun a changed stage.
 */
export async function replaceEarlierFlows(
  tx: Transaction,
  context: OperationContext,
  next: Flow,
): Promise<void> {
  for (const row of await versionsReplacedBy(tx, next)) {
    if (next.takesQueuedSpecimens) await takeSpecimens(tx, context, row, next);
    await supersede(tx, context, row, next.id);
  }
}

/**
 * Give an approved flow a new version with another version of its procedure. A version in preparation moves up
 * by one number and is compared with the new version from now on.
 */
export async function replaceProcedureInFlow(
  tx: Transaction,
  context: OperationContext,
  row: Flow,
  next: Procedure,
  takesQueuedSpecimens: boolean,
): Promise<void> {
  const flowId = context.newId();
  const numbers = (await tx.find(flow, { code: row.code })).map(({ flowVersion }) => flowVersion);
  const open = await openVersionOf(tx, row.code);
  if (open) await tx.patch(flow, open.id, { flowVersion: open.flowVersion + 1 });
  const updated = await tx.insert(flow, {
    ...settingsOf(row),
    [PROCEDURE_ID_FIELD[next.batchType]]: next.id,
    id: flowId,
    entity: row.entity,
    code: row.code,
    flowVersion: open?.flowVersion ?? Math.max(...numbers) + 1,
    status: 'APPROVED',
    supersedesId: row.id,
    authorIds: next.authorIds,
    submittedAt: next.submittedAt,
    changeSummary: `Takes version ${next.procedureVersion} of procedure ${next.code}.`,
    effectiveFrom: row.effectiveFrom,
    activatedAt: row.activatedAt === null ? null : context.occurredAt,
    // A version that waits for its day keeps the choice of its own approval.
    takesQueuedSpecimens: row.activatedAt === null ? row.takesQueuedSpecimens : takesQueuedSpecimens,
    approvedById: next.signOffById,
    approvedAt: next.signOffAt,
  });
  if (open?.supersedesId === row.id) await tx.patch(flow, open.id, { supersedesId: flowId });
  await recordEvent(tx, context, {
    type: 'FLOW_CREATED',
    targetType: 'Flow',
    targetId: flowId,
    data: { procedureId: next.id, supersedesId: row.id },
  });
  if (takesQueuedSpecimens) await takeSpecimens(tx, context, row, updated);
  await supersede(tx, context, row, flowId);
}
