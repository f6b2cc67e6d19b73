import { z } from 'zod';
import { requireCapability } from '#db/access/require-capability.ts';
import { forceSample } from '#db/batches/force-samples.ts';
import { leaveLayout } from '#db/batches/leave-layout.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { deriveOrderStatus } from '#db/ordering/derive-order-status.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { cannotChange } from '#db/values/lifecycle.ts';
import { OverrideReason } from '#db/values/override-reason.ts';
import { specimenOf } from './find-specimen.ts';
import { mirroringSamples, requeueSamples, setSamplesAside } from './held-samples.ts';
import {
  isAside,
  isUnreceived,
  isWaiting,
  SPECIMEN_OVERRIDE_TO,
  type SpecimenOverrideTo,
  specimenOverridesFrom,
} from './override-specimen-to.ts';
import { type Specimen, specimen } from './specimen.ts';
import { SPECIMEN_STATUS } from './specimen-status.ts';

/**
 * Force a specimen into another status that is not final, with a reason. Waiting material follows it, and a
 * well that waits for its batch is freed; material in work continues, and so does signed work. Online only.
 */
export const overrideSpecimen = defineOperation({
  name: 'override-specimen',
  version: 1,
  kind: 'intent',
  title: 'Override specimen status',
  grant: 'lab/specimens:update',
  args: z.strictObject({ specimenId: Id, status: z.enum(SPECIMEN_OVERRIDE_TO), reason: OverrideReason }),
  subjects: ({ specimenId }) => [specimenId],
  async run(tx, { specimenId, status: to, reason }, context) {
    requireCapability(context, 'overrideMaterial');
    const row = await specimenOf(tx, specimenId);
    assertPossible(row, to);
    await recordEvent(tx, context, {
      type: 'SPECIMEN_OVERRIDE',
      targetType: 'Specimen',
      targetId: row.id,
      data: { from: row.status, to, reason, by: context.actor.name },
    });
    const fields = fieldsOf(context, row, to, reason);
    const next = await tx.patch(specimen, row.id, { ...fields, status: to, overrideReason: reason });
    await moveMaterial(tx, context, next, to, reason);
    await deriveOrderStatus(tx, context, row.orderId);
    return applied;
  },
});

function assertPossible(row: Specimen, to: SpecimenOverrideTo): void {
  if (row.status === to) throw refuse('NOTHING_CHANGED', 'The specimen has this status already.');
  if (!specimenOverridesFrom(row.status).includes(to))
    throw refuse('TRANSITION_NOT_ALLOWED', cannotChange(SPECIMEN_STATUS, row.status, to));
  // A specimen that never arrived has no tube and no number: only its receipt creates both.
  if (row.receivedAt === null && !isUnreceived(to) && to !== 'ACTION_REQUIRED')
    throw refuse(
      'NOT_RECEIVED',
      `Specimen ${row.requisitionNumber} has not been received. Receive its shipment first.`,
    );
}

function fieldsOf(
  { occurredAt }: OperationContext,
  row: Specimen,
  to: SpecimenOverrideTo,
  reason: string,
): Partial<Specimen> {
  const released = {
    holdReason: null,
    statusBeforeHold: null,
    actionRequiredText: null,
    actionRequiredSince: null,
  };
  if (to === 'ACTION_REQUIRED')
    return {
      ...released,
      statusBeforeHold: row.status,
      actionRequiredText: reason,
      actionRequiredSince: occurredAt,
    };
  if (isAside(to)) return { ...released, statusBeforeHold: row.status, holdReason: reason };
  if (to === 'FAILED_QC' || to === 'RESET') return released;
  const activeFields = { ...released, failureReason: null, failureNotes: null };
  return isUnreceived(to) ? { ...activeFields, receivedAt: null } : activeFields;
}

async function moveMaterial(
  tx: Transaction,
  context: OperationContext,
  row: Specimen,
  to: SpecimenOverrideTo,
  reason: string,
): Promise<void> {
  if (isUnreceived(to) || isWaiting(to) || isAside(to))
    for (const one of await tx.find(sample, { specimenId: row.id }))
      await leaveLayout(tx, context, one, reason);
  // The batch of a placed sample changes its specimen too; the chosen status has precedence.
  const now = (await tx.get(specimen, row.id)) ?? row;
  if (now.status !== to) await tx.patch(specimen, row.id, { status: to });
  if (isAside(to)) return setSamplesAside(tx, context, row, to, reason);
  if (isUnreceived(to)) {
    for (const one of await mirroringSamples(tx, row.id)) await forceSample(tx, context, one, to, reason);
    return;
  }
  if (to !== 'FAILED_QC' && to !== 'RESET') await requeueSamples(tx, context, { ...row, status: to });
}
