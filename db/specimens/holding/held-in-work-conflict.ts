import { leaveLayout } from '#db/batches/layout/leave-layout.ts';
import { recordPlacing } from '#db/batches/layout/place-one.ts';
import { releaseSample } from '#db/batches/layout/release-sample.ts';
import type { OperationContext } from '#db/operation.ts';
import { deriveOrderStatus } from '#db/ordering/orders/derive-order-status.ts';
import type { ConflictKind, OpenConflict } from '#db/records/conflicts/conflict-kind.ts';
import { INTERNAL_REASON } from '#db/records/events/event.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { sample } from '#db/samples/sample.ts';
import { type Specimen, specimen, specimenOf } from '#db/specimens/specimen.ts';
import { changeSpecimenStatus } from '#db/specimens/specimen-lifecycle.ts';
import type { Transaction } from '#db/transaction.ts';
import { setSamplesAside } from './held-samples.ts';
import { HELD_IN_WORK, samplesAtWork } from './hold-in-work.ts';
import { HOLDS, holdChange, type SetAside } from './hold-specimen.ts';

/**
 * A specimen that was set aside while somebody worked on it: the work continues at risk, or its samples leave
 * the batch.
 */
export const heldInWorkConflict: ConflictKind = {
  kind: HELD_IN_WORK,
  title: 'Set aside while in work',
  labels: { KEEP_A: 'Proceed at risk', KEEP_B: 'Take the sample out' },
  async resolve(tx, context, conflict, choice) {
    const row = await specimenOf(tx, conflict.targetId);
    if (choice === 'KEEP_A') await unflag(tx, conflict);
    else await takeOut(tx, context, conflict, row);
    await deriveOrderStatus(tx, context, row.orderId);
  },
};

// A sample that was flagged for another reason before stays flagged.
async function unflag(tx: Transaction, { mine }: OpenConflict): Promise<void> {
  const flagged = mine.value['flagged'];
  for (const id of Array.isArray(flagged) ? flagged : [])
    if (typeof id === 'string') await tx.patch(sample, id, { flaggedForReview: false });
}

async function takeOut(
  tx: Transaction,
  context: OperationContext,
  conflict: OpenConflict,
  row: Specimen,
): Promise<void> {
  const hold = holdOf(conflict);
  const open = (await samplesAtWork(tx, row.id)).filter((one) => one.status !== 'COMPLETED');
  // No sample is left to take out: the flag withholds the results until somebody has reviewed them.
  if (open.length === 0 || hold === null) return;
  await unflag(tx, conflict);
  for (const { id } of open) await leaveBatch(tx, context, id);
  const released = await specimenOf(tx, row.id);
  const heldSpecimen = await setAside(tx, context, released, hold, conflict);
  await setSamplesAside(tx, context, heldSpecimen, hold.status, hold.reason);
}

function holdOf({ mine }: OpenConflict): SetAside | null {
  const { status, reason, internalReason: note } = mine.value;
  const known = HOLDS.find((one) => one === status);
  const internalReason = typeof note === 'string' ? note : null;
  return known && typeof reason === 'string' ? { status: known, reason, internalReason } : null;
}

// A drawn volume stays drawn: the well is filled, and its content is not used further.
async function leaveBatch(tx: Transaction, context: OperationContext, id: string): Promise<void> {
  const row = await tx.get(sample, id);
  if (!row || row.batchId === null) return;
  if (await leaveLayout(tx, context, row, 'Set aside')) return;
  const { batchId } = row;
  await releaseSample(tx, context, row, 'Set aside');
  await recordPlacing(tx, context, batchId, { id, barcode: row.barcode, well: null });
}

async function setAside(
  tx: Transaction,
  context: OperationContext,
  row: Specimen,
  hold: SetAside,
  { mine }: OpenConflict,
): Promise<Specimen> {
  const change = holdChange(row, hold, mine.occurredAt);
  if (row.status !== 'IN_PROGRESS') return changeSpecimenStatus(tx, context, row, hold.status, change);
  // The lifecycle does not allow a hold in work: only this decision withdraws it.
  const fields = { ...change.fields, status: hold.status, statusBeforeHold: 'RECEIVED' as const };
  const heldSpecimen = await tx.patch(specimen, row.id, fields);
  await recordEvent(tx, context, {
    type: change.event,
    targetType: 'Specimen',
    targetId: row.id,
    data: {
      from: row.status,
      to: hold.status,
      reason: hold.reason,
      ...(hold.internalReason ? { [INTERNAL_REASON]: hold.internalReason } : {}),
    },
    customerVisible: true,
  });
  return heldSpecimen;
}
