import { isVisible } from '#db/access/lab.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { person } from '#db/identity/person.ts';
import type { OperationContext } from '#db/operation.ts';
import { type Procedure, procedure } from '#db/protocols/procedure.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { cannotChange } from '#db/values/lifecycle.ts';
import { BATCH_STATUS_DISPLAY, BATCH_TRANSITIONS, type Batch, type BatchStatus, batch } from './batch.ts';
import { isReturned } from './batch-approval.ts';
import { type BatchControl, batchControl } from './batch-control.ts';
import type { Layout, WellContent } from './layout/plate-layout.ts';

/** Return the batch, or throw NOT_FOUND, also for a batch of the other business entity. */
export async function batchOf(
  tx: Transaction,
  context: Pick<OperationContext, 'actor'>,
  id: string,
): Promise<Batch> {
  const batchRow = await tx.get(batch, id);
  if (!batchRow || batchRow.deleted || !isVisible(context.actor, batchRow))
    throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return batchRow;
}

/** Return the batch's pinned procedure: a newer version does not change the batch (domain 5.11, case 28). */
export async function procedureOf(tx: Transaction, row: Batch): Promise<Procedure> {
  const batchRow = await tx.get(procedure, row.procedureId);
  if (!batchRow) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  return batchRow;
}

/** Refuse a layout change once the batch has started. */
export function assertNotStarted(row: Batch): void {
  if (row.status === 'NOT_STARTED') return;
  if (row.startedAt !== null) throw refuse('BATCH_STARTED', `Batch ${row.julianId} has already started.`);
  throw refuse(
    'BATCH_CLOSED',
    `Batch ${row.julianId} is ${BATCH_STATUS_DISPLAY[row.status].label.toLowerCase()}.`,
  );
}

/** The samples and controls of a batch's plate. */
export interface BatchPlate {
  samples: Sample[];
  controls: BatchControl[];
  layout: Layout;
}

/** Read a batch's plate; samples without a well are the unplaced ones. */
export async function plateOf(tx: Transaction, batchId: string): Promise<BatchPlate> {
  const samples = await tx.find(sample, { batchId });
  const controls = await tx.find(batchControl, { batchId });
  const layout = new Map<string, WellContent>();
  for (const row of samples)
    if (row.plateLocation !== null) layout.set(row.plateLocation, { kind: 'sample', id: row.id });
  for (const row of controls) layout.set(row.plateLocation, { kind: 'control', id: row.id });
  return { samples, controls, layout };
}

/** Change the status of a batch by the table of domain 4.4, with its event. */
export async function changeBatchStatus(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  to: BatchStatus,
  change: {
    event?: 'BATCH_STARTED' | 'BATCH_COMPLETED' | 'BATCH_FAILED' | 'BATCH_RESET' | 'BATCH_CANCELED';
    reason?: string | null;
    fields?: Partial<Batch>;
  },
): Promise<Batch> {
  if (!BATCH_TRANSITIONS[row.status].includes(to) || (row.status === 'COMPLETED' && !isReturned(row))) {
    throw refuse('TRANSITION', cannotChange(BATCH_STATUS_DISPLAY, row.status, to));
  }
  const next = await tx.patch(batch, row.id, { ...change.fields, status: to });
  await recordEvent(tx, context, {
    type: change.event ?? 'BATCH_STATUS_CHANGED',
    targetType: 'Batch',
    targetId: row.id,
    data: { from: row.status, to, reason: change.reason ?? null, by: context.actor.name },
  });
  return next;
}

/** Record a change of the plate and its author. */
export const recordLayoutChange = (
  tx: Transaction,
  context: OperationContext,
  batchId: string,
  data: Record<string, string | number | null | string[]>,
): Promise<string> =>
  recordEvent(tx, context, {
    type: 'BATCH_LAYOUT_CHANGED',
    targetType: 'Batch',
    targetId: batchId,
    data: { ...data, by: context.actor.name },
  });

/** Return the name of a colleague, for texts that must name a person. */
export async function personName(tx: Transaction, userId: string | null): Promise<string> {
  if (userId === null) return 'the system';
  const [personRow] = await tx.find(person, { userId, deleted: [true, false] });
  return personRow?.name ?? 'a colleague';
}
