import { z } from 'zod';
import { requireCapability } from '#db/access/capabilities.ts';
import { forceSample } from '#db/batches/force-samples.ts';
import { leaveLayout } from '#db/batches/layout/leave-layout.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation, type OperationContext } from '#db/operation.ts';
import { deriveOrderStatus } from '#db/ordering/orders/derive-order-status.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import { sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { Id } from '#db/values/id.ts';
import { cannotChange } from '#db/values/lifecycle.ts';
import { OverrideReason } from '#db/values/reason.ts';
import { mirroringSamples, requeueSamples, setSamplesAside } from './holding/held-samples.ts';
import { type Specimen, specimen, specimenOf } from './specimen.ts';
import { SPECIMEN_STATUS, type SpecimenStatus } from './specimen-status.ts';

/** Statuses before any material of the specimen has arrived. */
const UNRECEIVED = ['ORDERED', 'SHIPPED', 'DELIVERED'] as const satisfies readonly SpecimenStatus[];

/** Statuses in which its material is in the queue, or is to be fetched. */
const WAITING = ['RECEIVED', 'SUPPLEMENTAL'] as const satisfies readonly SpecimenStatus[];

/** Statuses in which it is set aside with its material. */
const SET_ASIDE_STATUSES = [
  'RECEIVED_ON_HOLD',
  'RECEIVED_AWAITING_INFO',
  'RECEIVED_QUARANTINED',
  'RECEIVED_AWAITING_OPTIMAL_BATCH',
  'ACTION_REQUIRED',
] as const satisfies readonly SpecimenStatus[];

/** Check whether no material of a specimen has arrived in this status. */
const isUnreceived = (status: SpecimenStatus): boolean => UNRECEIVED.some((one) => one === status);
const isWaiting = (status: SpecimenStatus): boolean => WAITING.some((one) => one === status);
const isAside = (status: SpecimenStatus): boolean => SET_ASIDE_STATUSES.some((one) => one === status);

/**
 * Statuses between which a specimen may be forced: drafts belong to their order, and ended specimens stay
 * ended.
 */
const SPECIMEN_OVERRIDE_TO = [
  ...UNRECEIVED,
  ...WAITING,
  ...SET_ASIDE_STATUSES,
  'BATCH_ASSIGNED',
  'IN_PROGRESS',
  'FAILED_QC',
  'RESET',
] as const satisfies readonly SpecimenStatus[];
export type SpecimenOverrideTo = (typeof SPECIMEN_OVERRIDE_TO)[number];

/** List the statuses to which a specimen of this status may be forced. */
export const specimenOverridesFrom = (status: SpecimenStatus): readonly SpecimenOverrideTo[] =>
  SPECIMEN_OVERRIDE_TO.some((one) => one === status)
    ? SPECIMEN_OVERRIDE_TO.filter((to) => to !== status)
    : [];

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
